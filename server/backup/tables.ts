import type pg from "pg";
import { escapeIdentifier } from "pg";

/**
 * Every table whose rows a backup carries, in an order in which foreign keys are satisfied. Also those that only earlier states of
 * the database have, so that a database which has not been migrated yet can be backed up. The queue's tables are copied whole, as
 * `pg_dump` would; its version is in the header, and everything else is done by its functions.
 */
export const KEPT_TABLES = [
  "user_account",
  "account",
  "session",
  "signing_key",
  "one_time_code",
  "api_token",
  "tag",
  "tag_text",
  "prompt",
  "prompt_text",
  "prompt_search",
  "search_word",
  "prompt_revision",
  "prompt_revision_text",
  "prompt_copy",
  "removed_prompt",
  "favorite",
  "vote",
  "comment",
  "moderation_act",
  "report",
  "moderation_case",
  "notification",
  "digest",
  "digest_link",
  "library_state",
  "mail_queue",
  "graphile_worker._private_tasks",
  "graphile_worker._private_job_queues",
  "graphile_worker._private_jobs",
] as const;

/** The other tables, with the reason why no backup carries their rows. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  rate_limit: "counts the last hour's attempts; PostgreSQL itself forgets them in a crash",
  daily_secret:
    "while it exists, today's visitors can be recognized; it must be gone tomorrow, and no backup may keep it",
  prompt_picture: "each is drawn again when it is asked for",
  deleted_comment: "keeps what was deleted for a minute, in which that can be undone",
  migration: "the header lists the migrations, and a restore runs them",
  "graphile_worker.migrations": "a restore installs the queue",
  "graphile_worker._private_known_crontabs":
    "the job runner writes when recurring jobs last ran; missed runs are not caught up on",
};

/**
 * What lets somebody act for an account, and the keys that signed it: whoever has it now may have lost it since the backup, or may have
 * taken it. Mails that wait with a code go, too.
 */
export const ACCESS_TABLES = ["session", "signing_key", "one_time_code", "api_token"] as const;

export interface TableShape {
  name: string;
  columns: string[];
}

export interface SequenceState {
  table: string;
  column: string;
  value: string;
  called: boolean;
}

type Client = Pick<pg.ClientBase, "query">;

export function quoted(table: string): string {
  return table.split(".").map(escapeIdentifier).join(".");
}

function columnList({ columns }: TableShape): string {
  return columns.map(escapeIdentifier).join(", ");
}

export function copyOut(table: TableShape): string {
  return `copy ${quoted(table.name)} (${columnList(table)}) to stdout`;
}

export function copyIn(table: TableShape): string {
  return `copy ${quoted(table.name)} (${columnList(table)}) from stdin`;
}

/** The tables of the site that the database has, with their columns that are not generated. */
export async function readTables(client: Client, names: readonly string[] = KEPT_TABLES): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select name, array_agg(attname::text order by attnum) as columns
     from unnest($1::text[]) with ordinality as wanted (name, place)
     join pg_attribute on attrelid = to_regclass(name) and attnum > 0 and not attisdropped and attgenerated = ''
     group by name, place order by place`,
    [names],
  );
  return rows;
}

/** Never lower than the numbers in rows read before: sequences are not part of a snapshot. */
export async function readSequences(client: Client, tables: readonly TableShape[]): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ column: string; sequence: string }>(
      `select "column", sequence from unnest($2::text[]) as "column", pg_get_serial_sequence($1, "column") as sequence
       where sequence is not null`,
      [quoted(name), columns],
    );
    for (const { column, sequence } of rows) {
      const { rows: found } = await client.query<{ value: string; called: boolean }>(
        `select last_value::text as value, is_called as called from ${sequence}`,
      );
      states.push(...found.map((state) => ({ table: name, column, ...state })));
    }
  }
  return states;
}

/** The restored site, whose workers are others, runs again the jobs that were running. */
export async function releaseJobs(client: Client): Promise<void> {
  await client.query(
    "select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))",
  );
}

/** Ends what let people in when the backup was made. Only what they know themselves, names and passwords, does then. */
export async function endAccess(client: Client): Promise<void> {
  // No event for each session that ends: nobody listens yet.
  await client.query(`truncate ${ACCESS_TABLES.map(quoted).join(", ")}`);
  await client.query(
    "select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'mail:account:%'",
  );
}

/** Values are written in the same way by every server, whatever its settings. */
export async function setOutputFormat(client: Client): Promise<void> {
  await client.query(
    `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
     set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
     set idle_in_transaction_session_timeout = 0`,
  );
}

/** @returns the names of the migrations that have run, in their order */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration') is not null as exists",
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>("select name from migration order by id");
  return rows.map(({ name }) => name);
}

/** @returns the number of the queue's last migration; 0 if there is no queue */
export async function readQueueVersion(client: Client): Promise<number> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('graphile_worker.migrations') is not null as exists",
  );
  if (!found[0]?.exists) return 0;
  const { rows } = await client.query<{ version: number }>(
    "select coalesce(max(id), 0)::int as version from graphile_worker.migrations",
  );
  return rows[0]?.version ?? 0;
}
