import type { DataSource } from "typeorm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { entities } from "../entities";
import { createDataSource } from "../platform/database/data-source";
import { installQueue } from "../platform/jobs/install-queue";
import { databaseStructure } from "../platform/testing/database-structure";
import { queuedMails } from "../platform/testing/queued-mails";
import { createEmptyDatabase, type TestDatabase } from "../platform/testing/test-database";
import { migrations } from ".";
import { MoveMailsToJobs20261122150000 } from "./20261122150000-move-mails-to-jobs";
import { DigestListedTexts20261123150000 } from "./20261123150000-digest-listed-texts";

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createEmptyDatabase();
  dataSource = await createDataSource({ url: database.url, entities, migrations }).initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

test("after all migrations the entities ask for nothing more", async () => {
  await dataSource.runMigrations();
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  expect(upQueries.map((each) => each.query)).toEqual([]);
});

test("every migration can be undone, to the last object, and done again", async () => {
  expect(await databaseStructure(dataSource)).toBe("");
  const applied = await dataSource.runMigrations();
  expect(applied).toHaveLength(migrations.length);
  const before = await databaseStructure(dataSource);
  for (const _ of migrations) await dataSource.undoLastMigration();
  expect(await databaseStructure(dataSource)).toBe("");
  await dataSource.runMigrations();
  expect(await databaseStructure(dataSource)).toBe(before);
});

test("structure.sql is what npm run structure writes", async () => {
  await dataSource.runMigrations();
  const head = "-- The database after all migrations. `npm run structure` writes it; a migration changes it.\n\n";
  await expect(head + (await databaseStructure(dataSource))).toMatchFileSnapshot("../database/structure.sql");
});

describe("mails that wait when the queue of jobs takes their place", () => {
  /** The database of the release before, with mails in it. */
  async function queueMails(): Promise<void> {
    const earlier = migrations.slice(0, migrations.indexOf(MoveMailsToJobs20261122150000));
    const before = await createDataSource({ url: database.url, entities: [], migrations: earlier }).initialize();
    try {
      await before.runMigrations();
      await before.query(
        `insert into mail_queue (kind, recipient, locale, data, attempts, next_attempt_at, failed_at, key) values
           ('login-link', 'old@example.org', 'en', '{"username": "Old"}', 0, now(), null, 'account:7:login-link'),
           ('login-link', 'new@example.org', 'de', '{"username": "New"}', 3, now() + interval '1 hour', null, 'account:7:login-link'),
           ('email-changed', 'told@example.org', 'ar', '{"username": "Told"}', 0, now(), null, null),
           ('email-changed', 'never@example.org', 'en', '{}', 15, now(), now(), null)`,
      );
    } finally {
      await before.destroy();
    }
  }

  test("go along, with their keys and times; of those that were given up nothing is kept", async () => {
    await installQueue(database.url);
    await queueMails();
    await dataSource.runMigrations();
    const mails = await queuedMails(dataSource);
    expect(mails.toSorted((one, other) => one.to.localeCompare(other.to))).toMatchObject([
      {
        to: "new@example.org",
        kind: "login-link",
        locale: "de",
        data: { username: "New" },
        key: "account:7:login-link",
      },
      {
        to: "told@example.org",
        kind: "email-changed",
        locale: "ar",
        data: { username: "Told" },
        key: null,
        maxAttempts: 13,
      },
    ]);
    expect(mails.find(({ to }) => to === "new@example.org")?.wait).toBeGreaterThan(3500);
  });

  test("stay where there is no queue yet, and so does the database", async () => {
    await queueMails();
    await expect(dataSource.runMigrations()).rejects.toThrow("graphile_worker");
    expect(await dataSource.query("select 1 from mail_queue")).toHaveLength(4);
  });
});

test("the texts that are listed when texts get a digest have one, the others have none", async () => {
  const earlier = migrations.slice(0, migrations.indexOf(DigestListedTexts20261123150000));
  const before = await createDataSource({ url: database.url, entities: [], migrations: earlier }).initialize();
  try {
    await before.runMigrations();
    await before.query("insert into user_account (username, username_key) values ('A', 'a')");
    // Of numbers 2001 and 2002 only the first is shared.
    await before.query(
      `insert into prompt (id, origin, author_id, source_locale, shared)
       select number, 'COMMUNITY', (select id from user_account), 'en', number = 2001 from generate_series(2001, 2002) as number`,
    );
    await before.query(
      `insert into prompt_text (prompt_id, locale, title, content, search, search_version)
       select id, 'en', 'T', E' Say\\u3000\\n hello ', '', 1 from prompt`,
    );
  } finally {
    await before.destroy();
  }
  await dataSource.runMigrations();
  const digested = "select prompt_id, digest = sha256('Say hello') as is_same from prompt_search";
  expect(await dataSource.query(digested)).toEqual([{ prompt_id: 2001, is_same: true }]);
  await dataSource.query("update prompt set shared = not shared");
  expect(await dataSource.query(digested)).toEqual([{ prompt_id: 2002, is_same: true }]);
  await dataSource.undoLastMigration();
  await dataSource.query("update prompt set shared = true");
  expect(await dataSource.query("select prompt_id from prompt_search order by prompt_id")).toHaveLength(2);
});
