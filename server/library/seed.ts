import type { DataSource, QueryRunner } from "typeorm";
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from "../../contract/locales";
import { clearTagCache } from "../features/tag";
import { dropIndexes } from "../platform/database/drop-indexes";
import { writeVocabulary, searchVector, searchVectorSql, TOKENIZER_VERSION } from "../platform/search";
import { completeTexts, readLibrary, type Library, type LibraryText } from "./library-files";

/**
 * Writes the library to the database: tags by slug, prompts by number, texts by number and locale. Idempotent, and touches only
 * the library's own rows. If library and tokenizer are unchanged, it writes nothing.
 * @param given instead of that of the files
 */
export async function seedLibrary(dataSource: DataSource, runner?: QueryRunner, given?: Library): Promise<void> {
  const library = given ?? (await readLibrary());
  const fingerprint = `${library.fingerprint}:${String(TOKENIZER_VERSION)}`;
  const connection = runner ?? dataSource.createQueryRunner();
  try {
    const [state] = (await connection.query(`select fingerprint from library_state`)) as { fingerprint: string }[];
    if (state?.fingerprint === fingerprint) return;
    await connection.startTransaction();
    try {
      // Only one process seeds at a time, even if `db:seed` runs while a server starts.
      await connection.query(`lock table library_state in exclusive mode`);
      await seedTags(connection, library);
      // Dropping an index locks its table until all is written: only a site that is still empty can do that unnoticed.
      const [{ isEmpty } = { isEmpty: false }] = (await connection.query(
        `select not exists (select 1 from prompt) as "isEmpty"`,
      )) as { isEmpty: boolean }[];
      const query = (sql: string, parameters?: unknown[]) => connection.query(sql, parameters) as Promise<unknown[]>;
      const indexes = isEmpty ? await dropIndexes(query, ["prompt", "prompt_search"]) : [];
      await seedPrompts(connection, library);
      await seedTexts(connection, library);
      for (const index of indexes) await connection.query(index);
      await writeVocabulary(connection);
      await connection.query(
        `insert into library_state (fingerprint) values ($1) on conflict (id) do update set fingerprint = excluded.fingerprint`,
        [fingerprint],
      );
      await connection.commitTransaction();
    } catch (error) {
      await connection.rollbackTransaction();
      throw error;
    }
    clearTagCache(dataSource);
  } finally {
    if (!runner) await connection.release();
  }
}

async function seedTags(connection: QueryRunner, { locales }: Library): Promise<void> {
  const slugs = Object.keys(locales.get(FALLBACK_LOCALE)?.tags ?? {});
  await connection.query(
    `insert into tag (slug) select slug from unnest($1::text[]) with ordinality as input (slug, place)
     where not exists (select 1 from tag where tag.slug = input.slug) order by place`,
    [slugs],
  );
  const rows = slugs.flatMap((slug) =>
    LOCALE_CODES.flatMap((locale) => {
      const words = locales.get(locale)?.tags[slug];
      return words ? [{ slug, locale, label: words.label, description: words.description }] : [];
    }),
  );
  // Members' texts have the former labels among their search words until the background job indexes them anew.
  await connection.query(
    `with input as (
       select tag.id, input.locale, input.label, input.description
       from jsonb_to_recordset($1::jsonb) as input (slug text, locale text, label text, description text) join tag on tag.slug = input.slug
     ), written as (
       insert into tag_text (tag_id, locale, label, description) select id, locale, label, description from input
       on conflict (tag_id, locale) do update set label = excluded.label, description = excluded.description
       where (tag_text.label, tag_text.description) is distinct from (excluded.label, excluded.description)
     ), renamed as (
       select input.locale, array_agg(input.id) as tags
       from input join tag_text former on former.tag_id = input.id and former.locale = input.locale and former.label <> input.label
       group by input.locale
     )
     update prompt_text t set search_version = 0
     from renamed join prompt p on p.tag_ids && renamed.tags and p.origin <> 'LIBRARY'
     where t.prompt_id = p.id and t.locale = renamed.locale and t.search_version <> 0`,
    [JSON.stringify(rows)],
  );
}

async function seedPrompts(connection: QueryRunner, { catalogue }: Library): Promise<void> {
  const input = `jsonb_to_recordset($1::jsonb) as input (id integer, tags text[])`;
  const tagIds = `array(select tag.id from unnest(input.tags) with ordinality as wanted (slug, place) join tag on tag.slug = wanted.slug order by place)`;
  await connection.query(
    `insert into prompt (id, origin, source_locale, tag_ids)
     select input.id, 'LIBRARY', '${FALLBACK_LOCALE}', ${tagIds} from ${input} order by input.id
     on conflict (id) do update set tag_ids = excluded.tag_ids, updated_at = now() where prompt.tag_ids is distinct from excluded.tag_ids`,
    [JSON.stringify(catalogue)],
  );
  // Prompts removed from the catalogue are removed from the site.
  await connection.query(`delete from prompt where origin = 'LIBRARY' and id <> all($1::int[])`, [
    catalogue.map((entry) => entry.id),
  ]);
}

async function seedTexts(connection: QueryRunner, library: Library): Promise<void> {
  const tags = new Map(library.catalogue.map(({ id, tags: slugs }) => [String(id), slugs]));
  const labels = (locale: Locale, id: string) =>
    (tags.get(id) ?? []).flatMap((slug) => library.locales.get(locale)?.tags[slug]?.label ?? []);
  const rows = LOCALE_CODES.flatMap((locale) =>
    Object.entries(completeTexts(library, locale)).map(([id, text]) =>
      textRow(Number(id), locale, text, labels(locale, id)),
    ),
  );
  await connection.query(
    `with input as (
       select * from jsonb_to_recordset($1::jsonb)
         as input (prompt_id integer, locale text, title text, remark text, content text, notes text, search_words text[], search jsonb)
     ), written as (
       insert into prompt_text (prompt_id, locale, title, remark, content, notes, search_words, search, search_version)
       select prompt_id, locale, title, remark, content, notes, search_words, ${searchVectorSql("input.search")}, $2::integer from input
       on conflict (prompt_id, locale) do update set
         title = excluded.title, remark = excluded.remark, content = excluded.content, notes = excluded.notes,
         search_words = excluded.search_words, search = excluded.search, search_version = excluded.search_version
       where (prompt_text.title, prompt_text.remark, prompt_text.content, prompt_text.notes, prompt_text.search_words, prompt_text.search,
           prompt_text.search_version)
         is distinct from (excluded.title, excluded.remark, excluded.content, excluded.notes, excluded.search_words, excluded.search,
           excluded.search_version)
     )
     update prompt set updated_at = now() where created_at < now() and id in (
       select prompt_id from input left join prompt_text former using (prompt_id, locale)
       where (former.title, former.remark, former.content, former.notes)
         is distinct from (input.title, input.remark, input.content, input.notes))`,
    [JSON.stringify(rows), TOKENIZER_VERSION],
  );
  await connection.query(
    `with gone as (
       delete from prompt_text t using prompt p where p.id = t.prompt_id and p.origin = 'LIBRARY'
       and (t.prompt_id, t.locale) not in (select * from unnest($1::int[], $2::text[])) returning t.prompt_id
     )
     update prompt set updated_at = now() where id in (select prompt_id from gone)`,
    [rows.map((row) => row.prompt_id), rows.map((row) => row.locale)],
  );
}

function textRow(
  id: number,
  locale: Locale,
  { title, remark, content, notes, search }: LibraryText,
  labels: readonly string[],
) {
  return {
    prompt_id: id,
    locale,
    title,
    remark,
    content,
    notes: notes ?? null,
    search_words: search ?? null,
    search: searchVector({ locale, title, remark, content, words: [...(search ?? []), ...labels] }),
  };
}
