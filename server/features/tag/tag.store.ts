import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { FALLBACK_LOCALE } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";

/** A tag with its texts in every locale. Excludes its prompt count, which changes with every shared prompt. */
export interface StoredTag {
  id: number;
  slug: string;
  /** The number of library prompts with this tag; like the tags, it changes only with a release. */
  libraryCount: number;
  texts: ReadonlyMap<Locale, { label: string; description: string }>;
}

export interface TagStore {
  all: readonly StoredTag[];
  byId(id: number): StoredTag | undefined;
  bySlug(slug: string): StoredTag | undefined;
}

/** Tags change only with a release; changes seeded by another process are noticed after this time. */
const CACHE_MS = 60_000;
const stores = new WeakMap<DataSource, { until: number; store: Promise<TagStore> }>();

/** All tags, cached in memory because a page of prompts refers to dozens of them. */
export function tagStore(dataSource: DataSource): Promise<TagStore> {
  const cached = stores.get(dataSource);
  if (cached && cached.until > Date.now()) return cached.store;
  const store = readTags(dataSource);
  stores.set(dataSource, { until: Date.now() + CACHE_MS, store });
  store.catch(() => {
    // This caller gets the error; the next one retries.
    if (stores.get(dataSource)?.store === store) stores.delete(dataSource);
  });
  return store;
}

/** To be called after tags are written. */
export function clearTagCache(dataSource: DataSource): void {
  stores.delete(dataSource);
}

interface TagTextRow {
  id: number;
  slug: string;
  library_count: number;
  locale: Locale;
  label: string;
  description: string;
}

async function readTags(dataSource: DataSource): Promise<TagStore> {
  const rows = await readRows<TagTextRow>(
    dataSource,
    `with library as (
       select tag_id, count(*)::int as count from prompt, unnest(tag_ids) tag_id
       where listed and origin = 'LIBRARY' group by tag_id
     )
     select tag.id, tag.slug, coalesce(library.count, 0) as library_count, t.locale, t.label, t.description
     from tag join tag_text t on t.tag_id = tag.id left join library on library.tag_id = tag.id order by tag.id`,
  );
  const byId = new Map<number, StoredTag & { texts: Map<Locale, { label: string; description: string }> }>();
  for (const { id, slug, library_count: libraryCount, locale, label, description } of rows) {
    const tag = byId.get(id) ?? { id, slug, libraryCount, texts: new Map() };
    tag.texts.set(locale, { label, description });
    byId.set(id, tag);
  }
  const bySlug = new Map([...byId.values()].map((tag) => [tag.slug, tag]));
  return { all: [...byId.values()], byId: (id) => byId.get(id), bySlug: (slug) => bySlug.get(slug) };
}

/** The texts of a tag in the requested locale, else in English, else its slug. */
export function tagText(tag: StoredTag, locale: Locale): { label: string; description: string } {
  return tag.texts.get(locale) ?? tag.texts.get(FALLBACK_LOCALE) ?? { label: tag.slug, description: tag.slug };
}
