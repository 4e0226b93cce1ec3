import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";
import { LIMITS } from "../../../contract/limits";
import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { normalizeText, textProblems, type WrittenText } from "../../../contract/prompt-text";
import { checkAccess, requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { badInputError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { isNewcomer, withWriter } from "../account";
import { tagStore, tagText } from "../tag";
import { findDuplicate } from "./duplicate";
import { NEWCOMER_LIMITS, PROMPT_LIMITS } from "./own-prompt.limits";
import { revisionText } from "./prompt-revision.reader";
import { findByKey, lockKey, storeKey } from "./idempotency-key";
import {
  type CheckedPrompt,
  type EditedPrompt,
  insertPrompts,
  isNewerThan,
  isSameText,
  lockOwnPrompt,
  promptNotFound,
  storeChanges,
} from "./own-prompt.store";
import type { PromptTextRow } from "./prompt.row";

/** The tag of the library's picks. */
export const RESERVED_TAG = "favorite";
/** How long a deletion can be undone. */
const UNDO_SECONDS = 60;

export type PromptResult = ({ id: number; problems?: undefined } | { problems: Problem[] }) & {
  /** The first public prompt with the same text. */
  duplicateOf?: number | undefined;
  /** The prompt of which there is a newer version. */
  newest?: number | undefined;
};

export interface NewPrompt {
  /** In the order in which problems count them. */
  texts: readonly GivenText[];
  /** That of the first text if not given. */
  sourceLocale: Locale | undefined;
  tags: readonly string[];
  shared: boolean;
}

export interface PromptChanges {
  texts?: readonly GivenText[] | undefined;
  removedLocales?: readonly Locale[] | undefined;
  tags?: readonly string[] | undefined;
  shared?: boolean | undefined;
  expectedUpdatedAt?: Date | undefined;
}

/** What is to be written in a language. What is not given stays as it is. */
export interface GivenText {
  locale: Locale;
  title?: string | undefined;
  content?: string | undefined;
  /** Blank: none. */
  remark?: string | undefined;
  notes?: string | undefined;
}

/** What its author wants to store. */
export interface PromptDraft {
  sourceLocale: Locale;
  texts: readonly (WrittenText & { locale: Locale })[];
  tags: readonly string[];
}

/**
 * The rules of a new prompt.
 * @param fieldOf what a field of a text is called in problems
 * @returns what is stored: normalized
 */
export async function checkPrompt(
  dataSource: DataSource,
  draft: PromptDraft,
  fieldOf: (index: number, field: string) => string = (_, field) => field,
): Promise<{ prompt: CheckedPrompt; problems?: undefined } | { prompt?: undefined; problems: Problem[] }> {
  const texts: PromptTextRow[] = [];
  const problems: Problem[] = [];
  for (const [index, { locale, ...given }] of draft.texts.entries()) {
    const text = normalizeText(given);
    texts.push({ locale, ...text });
    problems.push(...problemsOf(text, (field) => fieldOf(index, field)));
    if (draft.texts.length > 1) await nextTurn();
  }
  const tags = await resolveTags(dataSource, draft.tags);
  problems.push(...tags.problems);
  return problems.length > 0 ? { problems } : { prompt: { sourceLocale: draft.sourceLocale, tagIds: tags.ids, texts } };
}

/**
 * Stores a new prompt of the caller's, with all its texts or not at all.
 * @param key what the caller calls it: with the same one again, it is the prompt that was made first
 * @throws BAD_USER_INPUT for a language that is given twice, and for a source language without a text; RATE_LIMITED
 */
export async function createPrompt(
  dataSource: DataSource,
  actor: Actor,
  input: NewPrompt,
  key?: string,
): Promise<PromptResult> {
  const authorId = authorOf(actor);
  // Before all else: what it says now may break a rule, and making nothing costs nothing.
  const made = await findByKey(dataSource.manager, authorId, key);
  if (made !== undefined) return { id: made };
  const { texts: given, tags, shared } = input;
  checkLanguages(given);
  const [first] = given;
  if (!first) return { problems: [problem(ProblemCode.REQUIRED, "texts")] };
  const { sourceLocale = first.locale } = input;
  if (!given.some(({ locale }) => locale === sourceLocale))
    throw badInputError('"sourceLocale" is the language of none of the texts.', "sourceLocale");
  const texts = given.map((text) => ({ locale: text.locale, ...writtenOver(undefined, text) }));
  const { prompt, problems } = await checkPrompt(dataSource, { sourceLocale, texts, tags }, textField);
  if (problems) return { problems };
  const limits = await limitsOf(dataSource, authorId);
  // First, so that prompts that may not be shared today use up nothing of what may be created.
  if (shared) await consumeRateLimit(dataSource, "share-prompt", { account: authorId }, limits.share);
  if (texts.length > 1)
    await consumeRateLimit(dataSource, "write-prompt", { account: authorId }, limits.write, texts.length - 1);
  await consumeRateLimit(dataSource, "create-prompt", { account: authorId }, limits.create);
  const labels = await tagStore(dataSource);
  return withWriter(dataSource, actor, async (manager) => {
    const madeMeanwhile = await lockKey(manager, authorId, key);
    if (madeMeanwhile !== undefined) return { id: madeMeanwhile };
    const refused = await refuseDuplicate(manager, shared ? prompt.texts : [], null, input);
    if (refused) return refused;
    const [id] = await insertPrompts(manager, labels, authorId, [prompt], shared);
    if (id === undefined) throw new Error("The prompt was not stored.");
    await storeKey(manager, id, key);
    return { id };
  });
}

/** A language may have one text only, which is not removed. @throws BAD_USER_INPUT */
function checkLanguages(texts: readonly GivenText[], removed: readonly Locale[] = []): void {
  const seen = new Set<Locale>();
  for (const [index, { locale }] of texts.entries()) {
    const field = textField(index, "locale");
    if (seen.has(locale)) throw badInputError(`"${field}" is the language of an earlier text.`, field);
    if (removed.includes(locale)) throw badInputError(`"${field}" is also in "removedLocales".`, field);
    seen.add(locale);
  }
}

/** @returns the words, of which those that are given are normalized */
function writtenOver(former: WrittenText | undefined, { title, content, remark, notes }: GivenText): WrittenText {
  const given = normalizeText({
    title: title ?? "",
    content: content ?? "",
    remark: remark ?? null,
    notes: notes ?? null,
  });
  return {
    title: title === undefined ? (former?.title ?? "") : given.title,
    content: content === undefined ? (former?.content ?? "") : given.content,
    remark: remark === undefined ? (former?.remark ?? null) : given.remark,
    notes: notes === undefined ? (former?.notes ?? null) : given.notes,
  };
}

/**
 * Changes a prompt of the caller's: all or nothing, as one version. The former one is kept. The last text stays: REQUIRED.
 * @throws NOT_FOUND for any other prompt, BAD_USER_INPUT for a language that is given twice, RATE_LIMITED
 */
export async function updatePrompt(
  dataSource: DataSource,
  actor: Actor,
  id: number | undefined,
  changes: PromptChanges,
): Promise<PromptResult> {
  const { texts: given = [], removedLocales: removed = [] } = changes;
  checkLanguages(given, removed);
  const edit: Edit = (prompt) => {
    const isKept = (locale: Locale) => !removed.includes(locale) && !given.some((text) => text.locale === locale);
    const written = given.map((text) => {
      const former = prompt.texts.find(({ locale }) => locale === text.locale);
      return { locale: text.locale, ...writtenOver(former, text) };
    });
    const texts = [...prompt.texts.filter(({ locale }) => isKept(locale)), ...written];
    const [first] = texts.map(({ locale }) => locale).sort();
    if (!first) return [problem(ProblemCode.REQUIRED, "removedLocales")];
    const sourceLocale = removed.includes(prompt.sourceLocale) ? first : prompt.sourceLocale;
    return { ...prompt, texts, sourceLocale };
  };
  return changeOwnPrompt(dataSource, actor, id, changes, edit, Math.max(1, given.length + removed.length));
}

/** Makes a former version the current one, which is kept in its turn. @throws NOT_FOUND, RATE_LIMITED */
export async function restorePromptRevision(
  dataSource: DataSource,
  actor: Actor,
  id: number | undefined,
  revision: number,
): Promise<PromptResult> {
  const restore: Edit = async (prompt, manager) => {
    const [former] = await manager.query<{ source_locale: Locale; tag_ids: number[] }[]>(
      "select source_locale, tag_ids from prompt_revision where prompt_id = $1 and number = $2",
      [prompt.id, revision],
    );
    if (!former) throw promptNotFound();
    const texts = await manager.query<PromptTextRow[]>(
      `select t.locale, t.title, t.content, t.remark, t.notes from prompt_revision v cross join unnest(v.languages) as language
       cross join lateral (${revisionText("v.prompt_id", "v.number", "language")}) t
       where v.prompt_id = $1 and v.number = $2 order by t.locale`,
      [prompt.id, revision],
    );
    return { ...prompt, sourceLocale: former.source_locale, tagIds: former.tag_ids, texts };
  };
  const textCount = await countTexts(dataSource, actor, id, revision);
  if (textCount === undefined) {
    await consumeWrite(dataSource, authorOf(actor));
    // Even if it is about to be made: its texts would not be counted.
    throw promptNotFound();
  }
  return changeOwnPrompt(dataSource, actor, id, {}, restore, textCount);
}

/** In how many languages a version has a text, which never changes: restoring it may write as many. Undefined if there is none. */
async function countTexts(
  dataSource: DataSource,
  actor: Actor,
  id: number | undefined,
  revision: number,
): Promise<number | undefined> {
  const [row] = await dataSource.query<{ count: number }[]>(
    `select cardinality(v.languages) as count from prompt_revision v join prompt p on p.id = v.prompt_id
     where v.prompt_id = $1 and v.number = $2 and p.author_id = $3`,
    [id ?? null, revision, authorOf(actor)],
  );
  return row?.count;
}

/** Deletes a prompt of the caller's for everyone at once. @returns until when it can be undone @throws NOT_FOUND, RATE_LIMITED */
export async function deletePrompt(dataSource: DataSource, actor: Actor, id: number | undefined): Promise<Date> {
  await consumeWrite(dataSource, authorOf(actor));
  return withWriter(dataSource, actor, async (manager, authorId) => {
    const [rows] = await manager.query<[{ until: Date }[], number]>(
      `update prompt set deleted_at = now() where id = $1 and author_id = $2 and deleted_at is null
       returning deleted_at + make_interval(secs => $3) as until`,
      [id ?? null, authorId, UNDO_SECONDS],
    );
    const [row] = rows;
    if (!row) throw promptNotFound();
    return row.until;
  });
}

/** Brings a prompt back: as a private one, if another one with the same text is public by now. @throws NOT_FOUND once it is too late */
export async function undoDeletePrompt(
  dataSource: DataSource,
  actor: Actor,
  id: number | undefined,
): Promise<PromptResult> {
  await consumeWrite(dataSource, authorOf(actor));
  return withWriter(dataSource, actor, async (manager, authorId) => {
    const [prompt] = await manager.query<{ id: number; shared: boolean }[]>(
      `select id, shared from prompt
       where id = $1 and author_id = $2 and deleted_at > now() - make_interval(secs => $3) for no key update`,
      [id ?? null, authorId, UNDO_SECONDS],
    );
    if (!prompt) throw promptNotFound();
    const texts = await manager.query<{ content: string }[]>("select content from prompt_text where prompt_id = $1", [
      prompt.id,
    ]);
    const contents = texts.map(({ content }) => content);
    const duplicateOf = prompt.shared ? await findDuplicate(manager, contents, prompt.id) : undefined;
    await manager.query("update prompt set deleted_at = null, shared = $2 where id = $1", [
      prompt.id,
      prompt.shared && duplicateOf === undefined,
    ]);
    return { id: prompt.id, duplicateOf };
  });
}

/** Removes deleted prompts with everything that belongs to them. */
export async function sweepPrompts(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    `delete from prompt where id in (
       select id from prompt where deleted_at <= now() - make_interval(secs => $1) order by id for update
     )`,
    [UNDO_SECONDS],
  );
}

type Edit = (
  prompt: EditedPrompt,
  manager: EntityManager,
) => EditedPrompt | Problem[] | Promise<EditedPrompt | Problem[]>;

/** The only way to change a prompt: who may, limits, conflicts and history are here. */
async function changeOwnPrompt(
  dataSource: DataSource,
  actor: Actor,
  id: number | undefined,
  changes: PromptChanges,
  edit: Edit,
  textCount = 1,
): Promise<PromptResult> {
  const { tags, shared, expectedUpdatedAt } = changes;
  const authorId = authorOf(actor);
  const limits = await consumeWrite(dataSource, authorId, textCount);
  if (id === undefined) throw promptNotFound();
  const resolved = tags && (await resolveTags(dataSource, tags));
  if (shared && (await isUnshared(dataSource, id, authorId)))
    await consumeRateLimit(dataSource, "share-prompt", { account: authorId }, limits.share);
  const labels = await tagStore(dataSource);
  return withWriter(dataSource, actor, async (manager) => {
    const prompt = await lockOwnPrompt(manager, id, authorId);
    if (expectedUpdatedAt && isNewerThan(prompt, expectedUpdatedAt))
      return { problems: [problem(ProblemCode.CONFLICT)], newest: id };
    const edited = await edit(prompt, manager);
    if (Array.isArray(edited)) return { problems: edited };
    const next = { ...edited, tagIds: resolved?.ids ?? edited.tagIds };
    const written = next.texts.filter((text) => !prompt.texts.some((former) => isSameText(former, text)));
    const problems: Problem[] = [];
    for (const text of written) {
      problems.push(...problemsOf(text, (field) => givenField(changes, text, field)));
      // Others have their turn: there may be thirteen texts, each of which takes 15 ms.
      await nextTurn();
    }
    problems.push(...(resolved?.problems ?? []));
    if (problems.length > 0) return { problems };
    const changed = { ...next, shared: shared ?? prompt.shared };
    const refused = await refuseDuplicate(manager, newlyShared(prompt, changed), id, changes);
    if (refused) return refused;
    await storeChanges(manager, labels, prompt, changed, written);
    return { id };
  });
}

/** The texts that everyone can read after a change, and could not before. */
function newlyShared(former: EditedPrompt, next: EditedPrompt): PromptTextRow[] {
  const before = former.shared ? former.texts : [];
  const after = next.shared ? next.texts : [];
  return after.filter(({ content }) => !before.some((text) => text.content === content));
}

/**
 * Refuses texts that are about to be shared, if another public prompt has one of them.
 * @param except the number of the prompt that they belong to
 * @param changes what the caller has asked for: names the text that is to be changed, or `shared`
 */
async function refuseDuplicate(
  manager: EntityManager,
  texts: readonly PromptTextRow[],
  except: number | null,
  changes: PromptChanges,
): Promise<PromptResult | undefined> {
  const contents = texts.map(({ content }) => content);
  if ((await findDuplicate(manager, contents, except)) === undefined) return undefined;
  // Which one it is: by now nobody else can share any of them.
  for (const text of texts) {
    const duplicateOf = await findDuplicate(manager, [text.content], except);
    const field = givenField(changes, text, "content") ?? (changes.shared ? "shared" : null);
    if (duplicateOf !== undefined) return { problems: [problem(ProblemCode.DUPLICATE, field)], duplicateOf };
  }
  return undefined;
}

/** What a field of a text is called in problems. @param index the place of the text in the list that was given */
function textField(index: number, field: string): string {
  return `texts.${String(index)}.${field}`;
}

/** The same; null if the text was not given: it is one of a former version, or of the stored one. */
function givenField({ texts = [] }: PromptChanges, { locale }: PromptTextRow, field: string): string | null {
  const index = texts.findIndex((text) => text.locale === locale);
  return index < 0 ? null : textField(index, field);
}

/** @param text normalized @param fieldOf what its fields are called in problems */
function problemsOf(text: WrittenText, fieldOf: (field: string) => string | null): Problem[] {
  return textProblems(text).map(({ code, field, limit }) => problem(ProblemCode[code], fieldOf(field), limit));
}

async function isUnshared(dataSource: DataSource, id: number, authorId: string): Promise<boolean> {
  const rows = await dataSource.query<unknown[]>(
    // Also a deleted one, whose deletion may be undone meanwhile.
    "select 1 from prompt where id = $1 and author_id = $2 and not shared",
    [id, authorId],
  );
  return rows.length > 0;
}

async function resolveTags(
  dataSource: DataSource,
  slugs: readonly string[],
): Promise<{ ids: number[]; problems: Problem[] }> {
  const store = await tagStore(dataSource);
  const given = [...new Set(slugs)];
  const known = given.flatMap((slug) => (slug === RESERVED_TAG ? [] : (store.bySlug(slug) ?? [])));
  const problems = [
    ...(given.length > LIMITS.promptTags ? [problem(ProblemCode.TOO_MANY, "tags", LIMITS.promptTags)] : []),
    ...(known.length < given.length ? [problem(ProblemCode.UNKNOWN_TAG, "tags")] : []),
  ];
  return { ids: known.map(({ id }) => id), problems };
}

/**
 * Of tags that may come from elsewhere: those that a prompt here may have, as many as it may have.
 * @param words slugs, or names in English or in `locale`, in any case
 * @returns slugs
 */
export async function usableTags(dataSource: DataSource, words: readonly string[], locale: Locale): Promise<string[]> {
  if (words.length === 0) return [];
  const tags = (await tagStore(dataSource)).all.filter(({ slug }) => slug !== RESERVED_TAG);
  const named = (language: Locale) =>
    tags.map((tag) => [tagText(tag, language).label.toLowerCase(), tag.slug] as const);
  const slugs = new Map([
    ...named(FALLBACK_LOCALE),
    ...named(locale),
    ...tags.map(({ slug }) => [slug, slug] as const),
  ]);
  const usable = words.flatMap((word) => slugs.get(word.trim().toLowerCase()) ?? []);
  return [...new Set(usable)].slice(0, LIMITS.promptTags);
}

/** @throws RATE_LIMITED */
export async function consumeWrite(dataSource: DataSource, authorId: string, textCount = 1) {
  const limits = await limitsOf(dataSource, authorId);
  await consumeRateLimit(dataSource, "write-prompt", { account: authorId }, limits.write, textCount);
  return limits;
}

async function limitsOf(dataSource: DataSource, userId: string) {
  return (await isNewcomer(dataSource, userId)) ? NEWCOMER_LIMITS : PROMPT_LIMITS;
}

/** @throws UNAUTHENTICATED for a visitor, FORBIDDEN for a token that may only read */
export function authorOf(actor: Actor): string {
  checkAccess(actor, "write");
  return requireMember(actor);
}
