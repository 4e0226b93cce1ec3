import pg from "pg";
import { setOutputFormat } from "../../backup/tables";
import { migrations } from "../../migrations";
import { createDataSource } from "../database/data-source";
import { migrate } from "../database/migrate";

/** A connection that reads values as a backup does. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await setOutputFormat(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

export const run = (url: string, sql: string, values: unknown[] = []) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql, values)).rows);

/** Brings a database up to date, as a start of the site does; or to an earlier state. */
export async function startSite(url: string, chosen = migrations): Promise<void> {
  const dataSource = await createDataSource({ url, entities: [], migrations: chosen }).initialize();
  await migrate(dataSource).finally(() => dataSource.destroy());
}

/** Those of the site. */
export const tablesIn = (url: string) =>
  run(url, "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'");

/** What every state of the database has had from the first. */
export async function insertOldPrompt(url: string): Promise<void> {
  await run(
    url,
    "insert into user_account (username, username_key) values ('Old', 'old'); insert into tag (slug) values ('old')",
  );
  await run(
    url,
    `insert into prompt (origin, author_id, source_locale, shared, tag_ids) select 'COMMUNITY', max(u.id), 'en', true, array[max(tag.id)] from user_account u, tag;
     insert into prompt_text (prompt_id, locale, title, content, search, search_version) select id, 'en', 'Old', 'Text', 'old:1A', 1 from prompt`,
  );
}
