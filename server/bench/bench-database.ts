import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateNKeysBetween } from "fractional-indexing";
import pg from "pg";
import { FIRST_COMMUNITY_PROMPT_ID } from "../../contract/limits";
import { entities } from "../entities";
import { HTML_VERSION } from "../features/comment";
import { usernameKey } from "../features/user";
import { type Library, readLibrary } from "../library/library-files";
import { seedLibrary } from "../library/seed";
import { migrations } from "../migrations";
import { projectRoot } from "../platform/config/project-root";
import { createDataSource } from "../platform/database/data-source";
import type { EmbeddedPostgres } from "../platform/database/embedded-postgres";
import { migrate } from "../platform/database/migrate";
import { searchVectorSql, TOKENIZER_VERSION, writeVocabulary } from "../platform/search";
import { COLLECTION_SHARED, PromptGenerator, type GeneratedPrompt, type GeneratedText } from "./generated-prompts";
import { say } from "./report";
import { type BenchLocale, type Examples, Vocabulary } from "./vocabulary";

/** To be incremented when the generated data changes. */
const GENERATOR_VERSION = 8;
const PROMPTS_PER_USER = 10;
/** One member's own prompts, in addition to the others: 50,000 beside 200,000, and no more beside a million. */
const COLLECTION_SHARE = 1 / 4;
const MAX_COLLECTION = 50_000;
/** Reported prompts, and as many decisions about others: 10,000 each beside 200,000. */
const REPORTED_SHARE = 1 / 20;
const REPORTS_EACH = 3;
/** Of one prompt: half of them threads, the others in one of these. */
const COMMENTS = 10_000;
export const COLLECTOR = "collector";
/** Reads the collector's prompts. */
const COLLECTOR_TOKEN = "polyprompt_of_the_benchmark";
const BATCH = 1000;
/** So many prompts have texts of their own; the others have those of one of them, which takes no time to index. */
const DISTINCT_PROMPTS = 40_000;

/** The prompt whose page is measured, with its comments. */
export const MOST_SEEN =
  "select id from prompt where listed and languages @> array['en', 'zh'] order by upvote_difference desc, id desc limit 1";

export interface BenchDatabase {
  url: string;
  examples: Record<BenchLocale, Examples>;
  /** A member with many own prompts. */
  collector: { token: string; prompts: number };
}

/**
 * A database with that many generated prompts, created on the first call and again when the migrations or the generator have
 * changed. Its comment is a fingerprint of its content, written last.
 */
export async function benchDatabase(server: EmbeddedPostgres, prompts: number): Promise<BenchDatabase> {
  const name = `bench_${prompts}`;
  const library = await readLibrary();
  const vocabularies = { en: new Vocabulary("en", library, prompts), zh: new Vocabulary("zh", library, prompts) };
  const content = await fingerprint(library, [vocabularies.en, vocabularies.zh]);
  await administer(server.adminUrl, async (admin) => {
    const { rows } = await admin.query<{ comment: string | null }>(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
      [name],
    );
    if (rows[0]?.comment === content) return;
    const startTime = performance.now();
    say(`Generating ${prompts.toLocaleString("en")} prompts, once …`);
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} owner ${new URL(server.url).username}`);
    await migrateAndSeed(at(server.url, name));
    await administer(at(server.adminUrl, name), (client) => fill(client, prompts, library, vocabularies));
    await admin.query(`comment on database ${name} is '${content}'`);
    say(`  done in ${((performance.now() - startTime) / 1000).toFixed(0)} s`);
  });
  return {
    url: at(server.url, name),
    examples: { en: vocabularies.en.examples, zh: vocabularies.zh.examples },
    collector: { token: COLLECTOR_TOKEN, prompts: collectionSize(prompts) },
  };
}

function collectionSize(prompts: number): number {
  return Math.min(MAX_COLLECTION, Math.round(prompts * COLLECTION_SHARE));
}

function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Covers what the data depends on; not the rest of the library, which every start of the site updates. */
async function fingerprint({ catalogue }: Library, vocabularies: readonly Vocabulary[]): Promise<string> {
  const folder = join(projectRoot(), "server/migrations");
  const files = (await readdir(folder)).filter((file) => /^\d+-.*\.ts$/.test(file)).sort();
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const hash = createHash("sha256").update(
    [JSON.stringify(catalogue), ...vocabularies.map(({ words }) => words.join(" ")), ...sources].join("\0"),
  );
  return `Generated by npm run bench, version ${GENERATOR_VERSION}.${TOKENIZER_VERSION} ${hash.digest("hex").slice(0, 16)}`;
}

async function migrateAndSeed(url: string): Promise<void> {
  const dataSource = createDataSource({ url, entities, migrations });
  await dataSource.initialize();
  try {
    await migrate(dataSource, (runner) => seedLibrary(dataSource, runner));
  } finally {
    await dataSource.destroy();
  }
}

async function fill(
  client: pg.Client,
  prompts: number,
  { catalogue }: Library,
  vocabularies: Record<BenchLocale, Vocabulary>,
): Promise<void> {
  const users = Math.max(1, Math.round(prompts / PROMPTS_PER_USER));
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  );
  const indexes = await dropIndexes(client);
  await insertUsers(client, users);
  const collector = await insertCollector(client, users + 1);
  const generator = new PromptGenerator(vocabularies, catalogue, users);
  // PostgreSQL indexes one batch while the next one is generated.
  let inserting = Promise.resolve();
  const distinct = Math.min(prompts, DISTINCT_PROMPTS);
  for (let from = 0; from < distinct; from += BATCH) {
    const size = Math.min(BATCH, distinct - from);
    const batch = Array.from({ length: size }, (_, index) =>
      generator.next(FIRST_COMMUNITY_PROMPT_ID + from + index, from + index),
    );
    await inserting;
    inserting = insertBatch(
      client,
      batch.map(({ prompt }) => prompt),
      batch.flatMap(({ texts }) => texts),
    );
  }
  await inserting;
  await client.query("select setseed(0.5)");
  for (let from = distinct; from < prompts; from += distinct)
    await insertCopies(client, from, Math.min(distinct, prompts - from), users, null);
  const total = prompts + collectionSize(prompts);
  for (let from = prompts; from < total; from += distinct)
    await insertCopies(client, from, Math.min(distinct, total - from), users, collector);
  for (const index of indexes) await client.query(index);
  await insertFavorites(client, collector, collectionSize(prompts));
  await insertVotes(client, collector);
  await insertReports(client, Math.round(prompts * REPORTED_SHARE), users);
  await insertComments(client, COMMENTS, users);
  await count(client);
  await client.query("vacuum (analyze, freeze)");
  await writeVocabulary(client);
  await client.query("checkpoint");
}

/** Creating an index on existing rows is several times faster than updating it row by row. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in ('prompt'::regclass, 'prompt_text'::regclass, 'prompt_search'::regclass)
       and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}

async function insertUsers(client: pg.Client, users: number): Promise<void> {
  const names = Array.from({ length: users }, (_, index) => `generated_${index + 1}`);
  await client.query(
    `insert into user_account (id, username, username_key, created_at) overriding system value
     select place, name, key, '2024-01-01'::timestamptz + place * interval '1 minute'
     from unnest($1::text[], $2::text[]) with ordinality as input (name, key, place)`,
    [names, names.map((name) => usernameKey(name) ?? name)],
  );
}

/** A member who has confirmed the address and made an API token. @returns `id` */
async function insertCollector(client: pg.Client, id: number): Promise<number> {
  await client.query(
    "insert into user_account (id, username, username_key) overriding system value values ($1, $2, $2)",
    [id, COLLECTOR],
  );
  await client.query(
    `insert into account (user_id, username_skeleton, email, email_key, email_confirmed_at, locale, terms_accepted_at)
     values ($1, $2, $3, $3, now(), 'en', now())`,
    [id, COLLECTOR, `${COLLECTOR}@example.org`],
  );
  const hash = createHash("sha256").update(COLLECTOR_TOKEN).digest();
  await client.query("insert into api_token (user_id, name, scope, token_hash) values ($1, 'bench', 'READ', $2)", [
    id,
    hash,
  ]);
  return id;
}

/** Triggers are off, so what they derive is written here: `listed`, `upvote_difference`, `languages`, the author of texts, `prompt_search`. */
async function insertBatch(client: pg.Client, prompts: GeneratedPrompt[], texts: GeneratedText[]): Promise<void> {
  await client.query(
    `insert into prompt (id, origin, author_id, source_locale, tag_ids, shared, listed, upvotes, downvotes, upvote_difference,
       favorite_count, copy_count, comment_count, created_at, updated_at, shared_at, languages)
     select id, 'COMMUNITY', author, source_locale,
       array(select tag.id from unnest(input.tags) with ordinality as wanted (slug, place) join tag on tag.slug = wanted.slug order by place),
       shared, shared, upvotes, downvotes, upvotes - downvotes, favorite_count, copy_count, comment_count,
       created_at, created_at, case when shared then created_at end, languages
     from jsonb_to_recordset($1::jsonb) as input (id integer, author bigint, source_locale text, tags text[], shared boolean,
       upvotes integer, downvotes integer, favorite_count integer, copy_count integer, comment_count integer, created_at timestamptz)
     join (select prompt_id, array_agg(locale order by locale) as languages from unnest($2::int[], $3::text[]) as text (prompt_id, locale)
       group by prompt_id) texts on texts.prompt_id = input.id`,
    [JSON.stringify(prompts), texts.map((text) => text.prompt_id), texts.map((text) => text.locale)],
  );
  await client.query(
    `with written as (
       insert into prompt_text (prompt_id, author_id, locale, title, remark, content, search, search_version)
       select prompt_id, p.author_id, locale, title, remark, content, ${searchVectorSql("input.search")}, $2::integer
       from jsonb_to_recordset($1::jsonb) as input (prompt_id integer, locale text, title text, remark text, content text, search jsonb)
       join prompt p on p.id = prompt_id
       returning prompt_id, locale, search, content
     )
     insert into prompt_search (prompt_id, locale, search, head, digest)
     select prompt_id, locale, search, ts_filter(search, '{a,b,d}'), prompt_digest(content) from written
     where prompt_id in (select id from prompt where listed and id = any($3::int[]))`,
    [JSON.stringify(texts), TOKENIZER_VERSION, prompts.map(({ id }) => id)],
  );
}

/**
 * Prompts with the texts and tags of the first ones, but authors, votes and dates of their own.
 * @param collector whose prompts they are, most of which are private and thus without votes; null: anybody's
 */
async function insertCopies(
  client: pg.Client,
  from: number,
  size: number,
  users: number,
  collector: number | null,
): Promise<void> {
  const votes = (mean: number) => `floor(-ln(1 - random()) * ${String(mean)})::int`;
  await client.query(
    `insert into prompt (id, origin, author_id, source_locale, tag_ids, shared, listed, upvotes, downvotes, upvote_difference,
       favorite_count, copy_count, comment_count, created_at, updated_at, shared_at, languages)
     select id, 'COMMUNITY', author, source_locale, tag_ids, shared, shared, up, down, up - down,
       favorites, copies, comments, created, created, case when shared then created end, languages
     from (
       select drawn.*, case when shared or $4::bigint is null then ups else 0 end as up,
         case when shared or $4::bigint is null then downs else 0 end as down
       from (
         select p.id + $1::int as id, p.source_locale, p.tag_ids, p.languages,
           coalesce($4::bigint, floor($3::int * random() ^ 2)::bigint + 1) as author,
           case when $4::bigint is null then p.shared else random() < ${String(COLLECTION_SHARED)} end as shared,
           ${votes(4)} * case when random() < 0.02 then 25 else 1 end as ups, ${votes(0.7)} as downs,
           ${votes(3)} as favorites, ${votes(20)} as copies, ${votes(1)} as comments, p.created_at + $1::int * interval '5 minutes' as created
         from prompt p where p.id between ${String(FIRST_COMMUNITY_PROMPT_ID)} and ${String(FIRST_COMMUNITY_PROMPT_ID - 1)} + $2::int
       ) drawn
     ) voted`,
    [from, size, users, collector],
  );
  await client.query(
    `insert into prompt_text (prompt_id, author_id, locale, title, remark, content, search, search_version)
     select p.id, p.author_id, t.locale, t.title, t.remark, t.content, t.search, t.search_version
     from prompt p join prompt_text t on t.prompt_id = p.id - $1::int
     where p.id between $1::int + ${String(FIRST_COMMUNITY_PROMPT_ID)} and $1::int + ${String(FIRST_COMMUNITY_PROMPT_ID - 1)} + $2::int`,
    [from, size],
  );
  await client.query(
    `insert into prompt_search (prompt_id, locale, search, head, digest)
     select p.id, s.locale, s.search, s.head, s.digest
     from prompt p join lateral (
       select t.locale, t.search, ts_filter(t.search, '{a,b,d}') as head, prompt_digest(t.content) as digest
       from prompt_text t where t.prompt_id = p.id
     ) s on true
     where p.listed and p.id between $1::int + ${String(FIRST_COMMUNITY_PROMPT_ID)} and $1::int + ${String(FIRST_COMMUNITY_PROMPT_ID - 1)} + $2::int`,
    [from, size],
  );
}

/** One in a hundred is not shared at present. */
async function insertFavorites(client: pg.Client, userId: number, size: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `(select id from prompt where listed order by id limit $1) union all (select id from prompt where not listed and author_id <> $3 order by id limit $2)`,
    [size - Math.round(size / 100), Math.round(size / 100), userId],
  );
  await client.query(
    `insert into favorite (user_id, prompt_id, position) select $1, id, position from unnest($2::int[], $3::text[]) as input (id, position)`,
    [userId, rows.map(({ id }) => id), generateNKeysBetween(null, null, rows.length)],
  );
}

/** On all that the member keeps; the counters have been generated. */
async function insertVotes(client: pg.Client, userId: number): Promise<void> {
  await client.query(
    `insert into vote (user_id, prompt_id, value)
     select user_id, prompt_id, case when prompt_id % 10 = 0 then -1 else 1 end from favorite where user_id = $1`,
    [userId],
  );
}

/** Prompts whose reports wait, and prompts of which the reports were decided. */
async function insertReports(client: pg.Client, size: number, users: number): Promise<void> {
  await client.query(
    `insert into moderation_case (prompt_id, report_count, newcomer_count)
     select id, $2, 1 from (select id from prompt where listed and origin = 'COMMUNITY' order by id desc limit $1) newest`,
    [size, REPORTS_EACH],
  );
  await client.query(
    `insert into report (prompt_id, reporter_id, from_newcomer, reason)
     select prompt_id, (prompt_id + place * 7) % $2 + 1, place = 1, 'It advertises something, for the ' || place || '. time.'
     from moderation_case cross join generate_series(1, $1) place`,
    [REPORTS_EACH, users],
  );
  await client.query(
    `insert into moderation_act (kind, prompt_id, member_id, before)
     select 'DISMISS', id, author_id, '{}' from prompt where listed and origin = 'COMMUNITY' order by id limit $1`,
    [size],
  );
}

/** On the prompt that pages are measured with. Triggers are on for these: the reading order is theirs. */
async function insertComments(client: pg.Client, size: number, users: number): Promise<void> {
  const html = ["<p>It went <strong>well</strong>, number ", ".</p>"];
  await client.query("set session_replication_role = origin");
  const insert = (rows: string, values: unknown[]) =>
    client.query(
      `insert into comment (prompt_id, parent_id, author_id, body, html, html_version)
       select prompt, parent, number % $1 + 1, 'It went **well**, number ' || number || '.', array[$2 || number || $3], ${String(HTML_VERSION)} from ${rows} order by number`,
      [users, ...html, ...values],
    );
  const half = Math.ceil(size / 2);
  await insert(
    `(${MOST_SEEN}) seen (prompt), (select null::bigint) above (parent), generate_series(1, $4::int) number`,
    [half],
  );
  const { rows } = await client.query<{ id: string }>("select max(id) as id from comment");
  // Each answers the thread or, three levels down, one of the first replies to it.
  for (const above of [
    "select $4::bigint",
    "select min(id) from comment where parent_id = $4",
    "select max(id) from comment where root_id = $4",
  ])
    await insert(
      `(select null::integer) seen (prompt), (${above}) above (parent), generate_series(1, $5::int) number`,
      [rows[0]?.id, Math.ceil(half / 3)],
    );
  await client.query("set session_replication_role = replica");
  await client.query(
    `update prompt set comment_count = (select count(*) from comment where prompt_id = prompt.id and live) where id = (${MOST_SEEN})`,
  );
}

async function count(client: pg.Client): Promise<void> {
  await client.query(
    `update tag set prompt_count = (select count(*) from prompt where listed and tag_ids @> array[tag.id])`,
  );
  await client.query(
    `update user_account set prompt_count = counted.count
     from (select author_id, count(*) as count from prompt where listed group by author_id) counted where author_id = id`,
  );
  for (const table of ["prompt", "user_account"]) {
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table]);
  }
}
