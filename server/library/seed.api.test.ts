import type { DataSource } from "typeorm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../platform/database/migrate";
import { insertPrompts, insertUsers } from "../platform/testing/community";
import { isDeep } from "../platform/testing/deep";
import {
  copyDatabase,
  createEmptyDatabase,
  openDataSource,
  type TestDatabase,
} from "../platform/testing/test-database";
import { type Library, readLibrary } from "./library-files";
import { seedLibrary } from "./seed";

/** Its first six prompts, in every language; in a deep run all. */
let library: Library;
/** With the library, which each test has in a copy. */
let seeded: TestDatabase;
let database: TestDatabase;
let dataSource: DataSource;
let memberPrompt: number;
/** Those of the migrations. */
let indexes: unknown;

beforeAll(async () => {
  const whole = await readLibrary();
  const numbers = new Set(Array.from({ length: 6 }, (_, index) => index + 1));
  const complete = new Map([...whole.complete].map(([locale]) => [locale, numbers] as const));
  library = isDeep ? whole : { ...whole, catalogue: whole.catalogue.filter(({ id }) => numbers.has(id)), complete };
  seeded = await createEmptyDatabase();
  const source = await openDataSource(seeded.url);
  await migrate(source, async (runner) => {
    indexes = await indexesOf(source);
    await seedLibrary(source, runner, library);
  });
  await source.destroy();
});
afterAll(() => seeded.drop());
beforeEach(async () => {
  database = await copyDatabase(seeded);
  dataSource = await openDataSource(database.url);
  const [author = ""] = await insertUsers(dataSource, ["Member"]);
  [memberPrompt = 0] = await insertPrompts(dataSource, [
    { authorId: author, tags: ["code"], texts: [{ locale: "en", title: "Mine", content: "Stays." }] },
  ]);
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const indexesOf = (source: DataSource): Promise<unknown> =>
  source.query("select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1");

/** Makes the next seed compare every row, as if the library had changed. */
const forgetFingerprint = () => dataSource.query("update library_state set fingerprint = 'another'");

const TABLES = ["tag", "tag_text", "prompt", "prompt_text", "user_account"];

/** Every row with the transaction that last wrote it. */
async function versions(tables = TABLES): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    tables.map(
      async (table) => [table, await dataSource.query(`select xmin::text, t.* from ${table} t order by 2, 3`)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** Every row without the timestamps, which may differ when a row is rewritten. */
async function contents(): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    TABLES.map(
      async (table) =>
        [
          table,
          await dataSource.query(
            `select to_jsonb(t) - 'updated_at' - 'created_at' - 'written_at' as row from ${table} t order by 1`,
          ),
        ] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** As a starting server does it. */
const seed = () => migrate(dataSource, (runner) => seedLibrary(dataSource, runner, library));

test("the first seed, which builds indexes last, leaves every index of the migrations", async () => {
  expect(indexes).not.toEqual([]);
  expect(await indexesOf(dataSource)).toEqual(indexes);
});

test("a second seed writes no row, with or without a matching fingerprint", async () => {
  const before = await versions();
  await seed();
  expect(await versions()).toEqual(before);
  await forgetFingerprint();
  await seed();
  expect(await versions()).toEqual(before);
});

test("servers starting concurrently restore changed, missing and extra rows, and do not touch members' prompts", async () => {
  const before = await contents();
  const members = async () =>
    await dataSource.query<unknown[]>(
      "select p.xmin::text, p.*, t.xmin::text, t.* from prompt p join prompt_text t on t.prompt_id = p.id where p.id = $1",
      [memberPrompt],
    );
  await dataSource.query("update prompt set created_at = '2026-01-01', updated_at = '2026-01-01'");
  const memberBefore = await members();
  await dataSource.query(
    "update prompt_text set title = 'Vandalised', search = '' where prompt_id = 1 and locale = 'en'",
  );
  await dataSource.query("update prompt set tag_ids = '{}' where id = 2");
  await dataSource.query("update tag_text set label = 'Vandalised' where locale = 'fr'");
  await dataSource.query("delete from prompt_text where prompt_id = 3 and locale = 'zh'");
  await dataSource.query("delete from prompt where id = 4");
  await dataSource.query("insert into prompt (id, origin, source_locale) values (999, 'LIBRARY', 'en')");
  await dataSource.query(
    "insert into prompt_text (prompt_id, locale, title, content, search, search_version) values (999, 'en', 'T', 'C', '', 1)",
  );
  await forgetFingerprint();

  await Promise.all([seed(), seed(), seed()]);

  expect(await contents()).toEqual(before);
  const changed = await dataSource.query<{ id: number }[]>(
    "select id from prompt where updated_at > '2026-01-01' order by id",
  );
  expect(changed.map((row) => row.id)).toEqual([1, 2, 3, 4]);
  expect(await members()).toEqual(memberBefore);
  expect(memberBefore).toHaveLength(1);
});

test("a release that renames a tag has members' texts in that language indexed anew, and no others", async () => {
  const marked = () =>
    dataSource.query<{ id: number; locale: string }[]>(
      "select prompt_id as id, locale from prompt_text where search_version = 0 order by 1, 2",
    );
  const [author = ""] = await insertUsers(dataSource, ["Other"]);
  const text = { title: "Theirs", content: "Stays." };
  const [tagged = 0] = await insertPrompts(dataSource, [
    {
      authorId: author,
      tags: ["code"],
      texts: [
        { locale: "en", ...text },
        { locale: "fr", ...text },
      ],
    },
    { authorId: author, tags: ["music"], texts: [{ locale: "fr", ...text }] },
  ]);
  const former = (change: string) =>
    dataSource.query(
      `update tag_text set ${change} where locale = 'fr' and tag_id = (select id from tag where slug = 'code')`,
    );
  await former("description = 'Former'");
  await forgetFingerprint();
  await seed();
  expect(await marked()).toEqual([]);
  await former("label = 'Quagga'");
  await forgetFingerprint();
  await seed();
  expect(await marked()).toEqual([{ id: tagged, locale: "fr" }]);
});

test("a prompt is as new as the seed that changed a text of it, added or removed one, and no newer for other words that are searched", async () => {
  const text = "update prompt_text set";
  await dataSource.query(`${text} notes = 'Former' where prompt_id = 1 and locale = 'fr'`);
  await dataSource.query("delete from prompt_text where prompt_id = 2 and locale = 'ja'");
  await dataSource.query(
    `insert into prompt_text (prompt_id, locale, title, content, search, search_version)
     select prompt_id, 'xx', title, content, search, search_version from prompt_text where prompt_id = 3 and locale = 'en'`,
  );
  await dataSource.query(`${text} search = '', search_words = '{former}' where prompt_id = 4`);
  await dataSource.query("update prompt set created_at = '2026-01-01', updated_at = '2026-01-01'");
  await forgetFingerprint();
  await seed();
  const changed =
    "select id, updated_at = written_at as is_written from prompt where updated_at > '2026-01-01' order by id";
  expect(await dataSource.query(changed)).toEqual([1, 2, 3].map((id) => ({ id, is_written: true })));
});

test("a failing seed changes nothing", async () => {
  await dataSource.query("update tag_text set label = 'Vandalised' where locale = 'fr'");
  await dataSource.query("update prompt_text set title = 'Vandalised' where prompt_id = 1 and locale = 'en'");
  await dataSource.query(
    "alter table prompt_text add constraint broken check (prompt_id <> 1 or title = 'Vandalised' or locale <> 'en') not valid",
  );
  await forgetFingerprint();
  const before = await versions();
  await expect(seed()).rejects.toThrow(/broken/);
  expect(await versions()).toEqual(before);
});
