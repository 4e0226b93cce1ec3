import { readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { projectRoot } from "../platform/config/project-root";
import { StartError } from "../platform/lifecycle/start-error";
import { type BackupHeader, type Frame, writeBackupFile } from "./backup-file";
import { RowDigest } from "./row-digest";
import {
  copyOut,
  LEFT_OUT_TABLES,
  quoted,
  readMigrations,
  readQueueVersion,
  readSequences,
  readTables,
  setOutputFormat,
  type TableShape,
} from "./tables";
import { amount, seconds, size } from "./words";

export interface BackupOptions {
  url: string;
  path: string;
  report(message: string): void;
  signal?: AbortSignal;
}

/** Writes everything that the database holds at one moment to a file, while the site runs. */
export async function backUp({ url, path, report, signal }: BackupOptions): Promise<void> {
  const startTime = performance.now();
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: "polyprompt backup",
    keepAlive: true,
    stream: () => socket,
  });
  let lost: Error | undefined;
  client.on("error", (error) => (lost = error));
  await client.connect();
  try {
    await setOutputFormat(client);
    const header = await beginSnapshot(client);
    const totals = { rows: 0, bytes: 0 };
    const bytes = await writeBackupFile(path, frames(client, header, totals, report), signal);
    await client.query("commit");
    report(
      `Backed up ${amount(header.tables.length, "table")}, ${amount(totals.rows, "row")} (${size(totals.bytes)}) to ${path}: ${size(bytes)} in ${seconds(startTime)}.`,
    );
    await client.end();
  } catch (error) {
    // Within a COPY the server does not listen until all its rows are read.
    socket.destroy();
    throw lost ?? error;
  }
}

/** From here on no migration changes the tables, and the transaction sees the rows of one moment. */
async function beginSnapshot(client: pg.Client): Promise<BackupHeader> {
  const before = await readTables(client);
  if (!before.some(({ name }) => name === "prompt"))
    throw new StartError("The database holds no site: nothing to back up.");
  await client.query("begin isolation level repeatable read read only");
  // A lock takes no snapshot; the next statement does.
  await client.query(
    `lock table ${[...before.map(({ name }) => quoted(name)), "migration"].join(", ")} in access share mode`,
  );
  const tables = await readTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(before)) {
    throw new StartError("The site is being migrated. Try again when it has started.");
  }
  const { rows } = await client.query<{ version: string; now: Date }>(
    "select current_setting('server_version') as version, now() as now",
  );
  return {
    site: await siteVersion(),
    createdAt: (rows[0]?.now ?? new Date()).toISOString(),
    postgres: rows[0]?.version ?? "",
    migrations: await readMigrations(client),
    queueVersion: await readQueueVersion(client),
    tables,
    leftOut: LEFT_OUT_TABLES,
  };
}

async function* frames(
  client: pg.Client,
  header: BackupHeader,
  totals: { rows: number; bytes: number },
  report: (message: string) => void,
): AsyncGenerator<Frame> {
  yield { kind: "H", content: header };
  for (const table of header.tables) {
    const digest = new RowDigest();
    for await (const data of readRows(client, table)) {
      digest.update(data);
      yield { kind: "D", data };
    }
    const { rows, bytes } = digest;
    yield { kind: "T", content: { name: table.name, rows, bytes, checksum: digest.checksum() } };
    totals.rows += rows;
    totals.bytes += bytes;
    report(`  ${table.name}: ${amount(rows, "row")}, ${size(bytes)}`);
  }
  yield { kind: "S", content: await readSequences(client, header.tables) };
  yield { kind: "Z", content: { rows: totals.rows } };
}

export function readRows(client: Pick<pg.ClientBase, "query">, table: TableShape): AsyncIterable<Buffer> {
  return client.query(copyTo(copyOut(table)));
}

async function siteVersion(): Promise<string> {
  const text = await readFile(join(projectRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
