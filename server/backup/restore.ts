import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type DataSource, MigrationExecutor, type QueryRunner } from "typeorm";
import { migrations } from "../migrations";
import { createDataSource } from "../platform/database/data-source";
import { dropIndexes } from "../platform/database/drop-indexes";
import { withMigrationLock } from "../platform/database/migrate";
import { installQueue } from "../platform/jobs/install-queue";
import { StartError } from "../platform/lifecycle/start-error";
import { readRows } from "./backup";
import { type BackupFile, type Frame, openBackupFile, readFrames, type TableSummary } from "./backup-file";
import { countersThatDiffer } from "./counters";
import { RowDigest } from "./row-digest";
import {
  copyIn,
  endAccess,
  KEPT_TABLES,
  LEFT_OUT_TABLES,
  quoted,
  readQueueVersion,
  readTables,
  releaseJobs,
  type SequenceState,
  setOutputFormat,
  type TableShape,
} from "./tables";
import { amount, seconds, size } from "./words";

export interface RestoreOptions {
  url: string;
  backup: BackupFile;
  /** Whether sessions, API tokens and codes go on: only where none can have been ended since the backup. */
  keepAccess?: boolean;
  report(message: string): void;
  signal?: AbortSignal;
}

const ACCESS_ENDED =
  "Sessions, API tokens and the codes and links in mails are not valid any more: everybody logs in again, makes new API tokens and asks for new " +
  "mails. Passwords and addresses are those of the backup: whoever has changed theirs since should do so again.";
const ACCESS_KEPT =
  "Sessions, API tokens and the codes and links in mails are valid as on the day of the backup, also those that were ended since.";

const malformed = (what: string) =>
  new StartError(`The file is not a backup of this site: ${what}. Nothing was restored.`);

/** Checks that the file is whole and that this release can restore it, before there is a database. */
export async function openBackup(path: string): Promise<BackupFile> {
  const backup = await openBackupFile(path);
  const { header } = backup;
  const known = migrations.map(({ name }) => name);
  const unknown = header.migrations.find((name, index) => name !== known[index]);
  if (unknown !== undefined) {
    throw new StartError(
      `The backup was made by a newer release (${header.site}): this one does not know the migration ${JSON.stringify(unknown)}. ` +
        "Restore it with that release or a later one.",
    );
  }
  if (header.migrations.length === 0) throw malformed("it names no migrations");
  const names = header.tables.map(({ name }) => name);
  const foreign = names.find((name) => !KEPT_TABLES.some((table) => table === name));
  if (foreign !== undefined) throw malformed(`the site has no table ${JSON.stringify(foreign)}`);
  if (new Set(names).size < names.length) throw malformed("it has a table twice");
  return backup;
}

/**
 * Fills an empty database. Whatever happens until the commit, it is still empty then, but for the queue's own tables. A site that
 * starts meanwhile waits for the lock of migrations.
 */
export async function restore({ url, backup, keepAccess = false, report, signal }: RestoreOptions): Promise<void> {
  const startTime = performance.now();
  const sources: DataSource[] = [];
  const connect = async (count: number) => {
    const chosen = migrations.slice(0, count);
    const source = createDataSource({ url, entities: [], migrations: chosen, poolSize: 1 });
    sources.push(source);
    return source.initialize();
  };
  try {
    const now = await connect(migrations.length);
    const then = await connect(backup.header.migrations.length);
    await withMigrationLock(now, async (runner) => {
      const client = (await runner.connect()) as pg.PoolClient;
      await setOutputFormat(client);
      await refuseData(client);
      await installQueue(url);
      const queueVersion = await readQueueVersion(client);
      if (backup.header.queueVersion > queueVersion) {
        throw new StartError(
          "The backup was made by a release with a newer queue of jobs. Restore it with that release.",
        );
      }
      await runner.startTransaction();
      try {
        await migrateWithin(then, runner);
        const rows = await load(client, backup, report, signal);
        await migrateWithin(now, runner);
        await releaseJobs(client);
        if (!keepAccess) await endAccess(client);
        const differing = await countersThatDiffer(client);
        if (differing > 0)
          report(`  ${amount(differing, "counter")} differ from a recount, as on the site that was backed up.`);
        signal?.throwIfAborted();
        await runner.commitTransaction();
        report(
          `Restored ${amount(backup.header.tables.length, "table")}, ${amount(rows, "row")} from ${backup.path} (${size(backup.bytes)}) in ${seconds(startTime)}. ` +
            "Counts and checksums match.",
        );
        report(keepAccess ? ACCESS_KEPT : ACCESS_ENDED);
      } catch (error) {
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        throw inPlainWords(error);
      }
      for (const { name } of await readTables(client)) await client.query(`analyze ${quoted(name)}`);
    });
  } finally {
    for (const source of sources) if (source.isInitialized) await source.destroy();
  }
}

/** PostgreSQL's own message says what does not fit, or that its disk is full. */
function inPlainWords(error: unknown): unknown {
  if (!(error instanceof Error && "severity" in error)) return error;
  return new StartError(`The backup could not be restored: ${error.message}. Nothing was restored.`, { cause: error });
}

/** A database that a site uses is never empty: every start migrates it. */
async function refuseData(client: pg.ClientBase): Promise<void> {
  const names = [...KEPT_TABLES, ...Object.keys(LEFT_OUT_TABLES)].filter((name) => !name.includes("."));
  const found = (await readTables(client, names)).map(({ name }) => name);
  for (const { name } of await readTables(
    client,
    KEPT_TABLES.filter((table) => table.includes(".")),
  )) {
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rows.length > 0) found.push(name);
  }
  if (found.length === 0) return;
  throw new StartError(
    `The database is not empty: it has ${found.slice(0, 3).join(", ")}${found.length > 3 ? " and more" : ""}. ` +
      "A backup is restored into an empty one: with DATABASE_URL, create a database and name that; without it, stop the site, and name a new " +
      "folder in DATA_DIR or move the folder postgres in it away. Nothing was changed.",
  );
}

async function migrateWithin(source: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = "none";
  await executor.executePendingMigrations();
}

/** @returns the number of rows */
async function load(
  client: pg.PoolClient,
  { header, ...file }: BackupFile,
  report: (message: string) => void,
  signal: AbortSignal | undefined,
): Promise<number> {
  const shapes = tablesToFill(header.tables, await readTables(client));
  // What triggers derive is in the file.
  for (const { name } of shapes) await client.query(`alter table ${quoted(name)} disable trigger user`);
  const indexes = await dropIndexes(
    async (sql, parameters) => (await client.query<object>(sql, parameters)).rows,
    shapes.map(({ name }) => name),
  );
  const frames = readFrames(file);
  try {
    if ((await next(frames)).kind !== "H") throw malformed("it has no header");
    let rows = 0;
    for (const shape of shapes) {
      const summary = await loadTable(client, shape, frames, signal);
      rows += summary.rows;
      report(`  ${shape.name}: ${amount(summary.rows, "row")}, ${size(summary.bytes)}`);
    }
    const sequences = await next(frames);
    if (sequences.kind !== "S") throw malformed("its tables are not those that it names");
    for (const state of sequences.content) await setSequence(client, shapes, state);
    const end = await next(frames);
    if (end.kind !== "Z" || end.content.rows !== rows)
      throw malformed("its tables have other numbers of rows than it says");
    if (!(await frames.next()).done) throw malformed("something follows its end");
    for (const index of indexes) {
      signal?.throwIfAborted();
      await client.query(index);
    }
    for (const { name } of shapes) await client.query(`alter table ${quoted(name)} enable trigger user`);
    return rows;
  } finally {
    await frames.return();
  }
}

/** Names of the file are only compared: what goes into statements are those of the database. */
function tablesToFill(wanted: readonly TableShape[], existing: readonly TableShape[]): TableShape[] {
  return wanted.map(({ name, columns }) => {
    const table = existing.find((each) => each.name === name);
    if (!table) throw malformed(`its release had no table ${name}`);
    const known = columns.map((column) => table.columns.find((each) => each === column));
    if (known.length === 0 || known.includes(undefined) || new Set(known).size < known.length) {
      throw malformed(`it has other columns of ${name}`);
    }
    return { name: table.name, columns: known.filter((column) => column !== undefined) };
  });
}

async function next(frames: AsyncGenerator<Frame, void>): Promise<Frame> {
  const { value } = await frames.next();
  if (!value) throw malformed("its end is missing");
  return value;
}

async function loadTable(
  client: pg.PoolClient,
  shape: TableShape,
  frames: AsyncGenerator<Frame, void>,
  signal: AbortSignal | undefined,
): Promise<TableSummary> {
  const digest = new RowDigest();
  let summary: TableSummary | undefined;
  const rows = async function* () {
    for (let frame = await next(frames); ; frame = await next(frames)) {
      if (frame.kind === "T") summary = frame.content;
      if (frame.kind !== "D") return;
      digest.update(frame.data);
      yield frame.data;
    }
  };
  await pipeline(Readable.from(rows(), { objectMode: false }), client.query(copyFrom(copyIn(shape))), { signal });
  if (summary?.name !== shape.name) throw malformed("its tables are not those that it names");
  requireEqual(summary, digest);
  const stored = new RowDigest();
  for await (const chunk of readRows(client, shape)) stored.update(chunk);
  requireEqual(summary, stored);
  return summary;
}

function requireEqual({ name, rows, checksum }: TableSummary, digest: RowDigest): void {
  if (rows === digest.rows && checksum === digest.checksum()) return;
  throw new StartError(
    `The rows of ${name} do not match their checksum (${amount(digest.rows, "row")}, should be ${rows.toLocaleString("en")}). Nothing was restored.`,
  );
}

async function setSequence(
  client: pg.ClientBase,
  shapes: readonly TableShape[],
  { table, column, value, called }: SequenceState,
): Promise<void> {
  const shape = shapes.find(({ name, columns }) => name === table && columns.includes(column));
  if (!shape) throw malformed("it has a sequence of another table");
  await client.query("select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)", [
    quoted(shape.name),
    column,
    value,
    called,
  ]);
}
