import type { DataSource } from "typeorm";
import { communityFeedPath } from "../../../contract/feeds";
import { type Locale, localePath } from "../../../contract/locales";
import { authorPath, PAGES, promptPath } from "../../../contract/pages";
import { PRODUCT_NAME } from "../../../contract/product";
import { plainPromptText } from "../../../contract/prompt-markup";
import type { PageTag } from "../../platform/domain/page-tag";
import { loadI18n } from "../../platform/i18n/load-i18n";
import { tagStore, tagText } from "../tag";
import { atomFeed, type AtomEntry, permanentId } from "./atom";
import { MAX_CONTENT_BYTES, readSharedPrompts, type SharedPromptRow } from "./community-feed.reader";
import { communityFeedWords } from "./feed-words";

export interface CommunityFeed {
  /** The site's URL including the base path, without a trailing slash. */
  site: string;
  locale: Locale;
  /** The slug of a tag that exists. */
  tag: string | undefined;
}

/** The newest community prompts in a language, as an Atom document, and what it shows. */
export async function communityFeed(
  dataSource: DataSource,
  { site, locale, tag }: CommunityFeed,
): Promise<{ xml: string; shown: ReadonlySet<PageTag> }> {
  const store = await tagStore(dataSource);
  const labelOf = (id: number) => {
    const stored = store.byId(id);
    return stored && { term: stored.slug, label: tagText(stored, locale).label };
  };
  const tagId = tag === undefined ? undefined : store.bySlug(tag)?.id;
  const label = tagId === undefined ? undefined : labelOf(tagId)?.label;
  const [rows, i18n] = await Promise.all([readSharedPrompts(dataSource, { locale, tagId }), loadI18n(locale)]);
  const address = (path: string) => `${site}${localePath(locale, path)}`;
  const id = (name: string) => permanentId(site, `${name}/${locale}`);
  const entry = (row: SharedPromptRow): AtomEntry => ({
    id: id(`prompt/${String(row.id)}`),
    title: row.title,
    alternate: address(promptPath(row.id)),
    author: { name: row.username, uri: address(authorPath(row.username)) },
    published: row.shared_at,
    updated: row.updated_at,
    // Another process may have just added a tag.
    categories: row.tag_ids.flatMap((tagged) => labelOf(tagged) ?? []),
    summary: row.remark,
    content: contentOf(row),
  });
  const xml = atomFeed({
    ...communityFeedWords(i18n, label),
    locale,
    id: id(tag === undefined ? "community-prompts" : `community-prompts/${tag}`),
    icon: `${site}/icons/icon-192.png`,
    generator: { name: PRODUCT_NAME, uri: `${site}/` },
    self: `${site}${communityFeedPath(locale, tag)}`,
    alternate: address(`${PAGES.communityPrompts.path}${tag === undefined ? "" : `?tag=${tag}`}`),
    entries: rows.map(entry),
  });
  const objects = rows.flatMap((row): PageTag[] => [`prompt:${String(row.id)}`, `user:${row.author_id}`]);
  return { xml, shown: new Set<PageTag>(["list:community", ...objects]) };
}

/** The text with its blanks as a page shows them, unless it is too long: a label stands wherever its blank does. */
function contentOf({ content }: SharedPromptRow): string | null {
  const text = content === null ? null : plainPromptText(content);
  return text === null || Buffer.byteLength(text) > MAX_CONTENT_BYTES ? null : text;
}
