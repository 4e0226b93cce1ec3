import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { FALLBACK_LOCALE } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";

/** A tag with its words in every locale. Its count of all prompts is not here: it changes with every shared one. */
export interface StoredTag {
  id: number;
  slug: string;
  /** Prompts of the library that carry it; they change with a release only, as the tags do. */
  libraryCount: number;
  texts: ReadonlyMap<Locale, { label: string; description: string }>;
}

export interface TagStore {
  all: readonly StoredTag[];
  byId(id: number): StoredTag | undefined;
  bySlug(slug: string): StoredTag | undefined;
}

/** Tags change with a release only; another process that seeds one is noticed after this time. */
const FRESH_FOR_MS = 60_000;
const stores = new WeakMap<DataSource, { until: number; store: Promise<TagStore> }>();

/** All tags in memory: a page of prompts names dozens of them. */
export function tagStore(dataSource: DataSource): Promise<TagStore> {
  const known = stores.get(dataSource);
  if (known && known.until > Date.now()) return known.store;
  const store = readTags(dataSource);
  stores.set(dataSource, { until: Date.now() + FRESH_FOR_MS, store });
  store.catch(() => {
    // The caller gets the error; the next one tries again.
    if (stores.get(dataSource)?.store === store) stores.delete(dataSource);
  });
  return store;
}

/** Forgets what is in memory; for whoever writes tags. */
export function forgetTags(dataSource: DataSource): void {
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

/** The words of a tag: as asked, else English, else the slug. */
export function tagText(tag: StoredTag, locale: Locale): { label: string; description: string } {
  return tag.texts.get(locale) ?? tag.texts.get(FALLBACK_LOCALE) ?? { label: tag.slug, description: tag.slug };
}
