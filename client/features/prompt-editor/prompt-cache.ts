import type { ApolloCache, Reference, StoreObject } from "@apollo/client";
import type { Modifier } from "@apollo/client/cache";
import { CARD_EXCERPT_LENGTH } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { promptTokens } from "../../../contract/prompt-markup";
import { normalizeText } from "../../../contract/prompt-text";
import { localeName } from "../../i18n/locale-name";
import type { DraftText } from "./drafts";
import type { Changes, SavedPrompt } from "./editor-state";

interface CachedList {
  nodes?: readonly Reference[];
  totalCount?: number;
}

/**
 * Shows changes wherever the prompt is shown, in whichever language.
 * @param isSaved whether the server's own fields are in the cache already
 */
export function showChanges(cache: ApolloCache, id: string, { texts, tags, shared }: Changes, isSaved: boolean): void {
  const prompt = cache.identify({ __typename: "Prompt", id });
  if (!prompt) return;
  const now = new Date().toISOString();
  const fields: Record<string, Modifier<unknown>> = {};
  if (!isSaved) {
    fields["updatedAt"] = () => now;
    fields["locales"] = (languages) => [
      ...new Set([...(languages as string[]), ...texts.map(({ locale }) => localeName(locale))]),
    ];
    if (tags) fields["tags"] = () => tagReferences(cache, tags);
    if (shared !== undefined) {
      fields["shared"] = () => shared;
      fields["sharedAt"] = (at) => at ?? (shared ? now : null);
    }
  }
  fields["text"] = (value, { storeFieldName }) => {
    const stored = value as StoreObject;
    const text =
      texts.find(({ locale }) => storeFieldName.includes(JSON.stringify(localeName(locale)))) ??
      texts.find(({ locale }) => localeName(locale) === stored["locale"]);
    return text ? rewritten(stored, text) : stored;
  };
  cache.modify({ id: prompt, fields });
}

/** Shows all texts of a version that the server has: another device may have changed others than those that were saved here. */
export function showTexts(cache: ApolloCache, id: string, texts: SavedPrompt["texts"]): void {
  const prompt = cache.identify({ __typename: "Prompt", id });
  if (!prompt) return;
  const entries = Object.entries(texts) as [Locale, DraftText][];
  const all = entries.map(([locale, text]) => ({ locale, ...normalizeText(text) }));
  showChanges(cache, id, { texts: all }, true);
  const languages: unknown[] = entries.map(([locale]) => localeName(locale));
  cache.modify({
    id: prompt,
    fields: {
      // Those of a language that was removed are asked for again.
      text: (value: unknown, { DELETE }): unknown =>
        languages.includes((value as StoreObject)["locale"]) ? value : DELETE,
      // No page shows those in all languages: private words do not stay for nothing.
      texts: (_, { DELETE }): unknown => DELETE,
    },
  });
}

function tagReferences(cache: ApolloCache, slugs: readonly string[]): Reference[] {
  return slugs.map((slug) => ({ __ref: cache.identify({ __typename: "Tag", slug }) ?? "" }));
}

type Text = Changes["texts"][number];

/** The same fields with the new words. */
function rewritten(stored: StoreObject, text: Text): StoreObject {
  const words = storedText(text);
  // The server's own excerpts are better than ours.
  if (Object.entries(words).every(([name, value]) => stored[name] === value)) return stored;
  const entries = Object.entries(stored).map(([name, value]) => {
    const [field = ""] = name.split("(");
    if (field === "excerpt" || field === "excerptIsWhole") {
      const length = Number(/"length":(\d+)/.exec(name)?.[1] ?? CARD_EXCERPT_LENGTH);
      const { excerpt, isWhole } = excerptOf(text.content, length);
      return [name, field === "excerpt" ? excerpt : isWhole];
    }
    return [name, words[name] ?? (name in words ? null : value)];
  });
  return Object.fromEntries(entries) as StoreObject;
}

function storedText({ locale, title, content, remark, notes }: Text): StoreObject {
  return { __typename: "PromptText", locale: localeName(locale), title, content, remark, notes };
}

/** Nearly the server's, which follows at once: cut between words and never within a blank. */
function excerptOf(content: string, length: number): { excerpt: string; isWhole: boolean } {
  if (content.length <= length) return { excerpt: content, isWhole: true };
  let end = content.lastIndexOf(" ", length);
  if (end <= 0) end = length;
  for (const token of promptTokens(content)) {
    if (token.start < end && token.end > end) end = token.start;
  }
  return { excerpt: `${content.slice(0, end).trimEnd()}…`, isWhole: false };
}

/** Shows a prompt that is not saved yet at the head of the member's lists that begin with the newest ones. */
export function showNewPrompt(cache: ApolloCache, id: string, { texts, tags = [], shared = false }: Changes): void {
  const [source] = texts;
  if (!source || isListed(cache, id)) return;
  const now = new Date().toISOString();
  cache.modify({
    id: "Viewer:{}",
    fields: {
      prompts: (value: unknown, { storeFieldName, toReference }): unknown => {
        const list = value as CachedList;
        const { nodes, totalCount = 0 } = list;
        if (!nodes) return { ...list, totalCount: totalCount + 1 };
        const reader = /"locale":"([A-Z]+)"/.exec(storeFieldName)?.[1] ?? localeName(source.locale);
        const text = texts.find(({ locale }) => localeName(locale) === reader) ?? source;
        const prompt: StoreObject = {
          __typename: "Prompt",
          id,
          updatedAt: now,
          createdAt: now,
          sourceLocale: localeName(source.locale),
          locales: texts.map(({ locale }) => localeName(locale)),
          shared,
          sharedAt: shared ? now : null,
          hidden: false,
          viewerCanEdit: true,
          tags: tagReferences(cache, tags),
          [`text({"locale":"${reader}"})`]: shownText(text),
        };
        const reference = toReference(prompt, true);
        if (!reference || !beginsWithNewest(storeFieldName)) return list;
        return { ...list, nodes: [reference, ...nodes], totalCount: totalCount + 1 };
      },
    },
  });
}

/** As cards and rows show it. */
function shownText(text: Text): StoreObject {
  const { excerpt, isWhole } = excerptOf(text.content, CARD_EXCERPT_LENGTH);
  const length = `({"length":${CARD_EXCERPT_LENGTH}})`;
  return { ...storedText(text), [`excerpt${length}`]: excerpt, [`excerptIsWhole${length}`]: isWhole };
}

/** Whether one of the member's lists has it: one whose answer got lost may have been loaded since. */
function isListed(cache: ApolloCache, id: string): boolean {
  const prompt = cache.identify({ __typename: "Prompt", id });
  let isFound = false;
  const look = (value: unknown): unknown => {
    isFound ||= (value as CachedList).nodes?.some(({ __ref }) => __ref === prompt) ?? false;
    return value;
  };
  cache.modify({ id: "Viewer:{}", fields: { prompts: look } });
  return isFound;
}

/** Whether a list has no filter, begins at its head, and the newest come first. */
function beginsWithNewest(storeFieldName: string): boolean {
  const { filter, orderBy, after } = JSON.parse(storeFieldName.slice(storeFieldName.indexOf("(") + 1, -1)) as {
    filter?: Record<string, unknown> | null;
    orderBy?: { field?: string; direction?: string } | null;
    after?: string | null;
  };
  const isFiltered = Object.entries(filter ?? {}).some(([name, value]) => {
    if (name === "tagMatch") return false;
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && value !== false;
  });
  const isNewest = !orderBy || (orderBy.field === "ID" && orderBy.direction === "DESC");
  return !isFiltered && !after && isNewest;
}

/** Lists in which a prompt may be now are asked for again, except the one that shows it already. */
export function forgetLists(cache: ApolloCache, id: string, isPublic: boolean): void {
  const prompt = cache.identify({ __typename: "Prompt", id });
  const forget = (value: unknown, { DELETE }: { DELETE: unknown }): unknown => {
    const { nodes } = value as CachedList;
    return !nodes || nodes.some(({ __ref }) => __ref === prompt) ? value : DELETE;
  };
  cache.modify({ id: "Viewer:{}", fields: { prompts: forget } });
  if (isPublic) cache.modify({ fields: { prompts: forget } });
}
