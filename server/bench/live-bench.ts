import type pg from "pg";
import { TestStream } from "../platform/testing/event-stream";
import { startSite } from "./processes";

/** The library's first prompt. */
const PROMPT = 1;
/** Opened at a time. */
const BATCH = 50;

export interface LiveBenchOptions {
  databaseUrl: string;
  sql: pg.Client;
  streams: number;
  comments: number;
}

/**
 * Many readers of one thread, each with a stream: what they cost one process in memory, and how long it takes until the last of them has
 * heard of a comment that was committed elsewhere.
 */
export async function benchLive({ databaseUrl, sql, streams: count, comments }: LiveBenchOptions): Promise<string> {
  const site = await startSite(databaseUrl, { TRUST_PROXY: "true" });
  const streams: TestStream[] = [];
  const written: string[] = [];
  try {
    const idle = site.memory();
    while (streams.length < count) {
      const batch = Array.from({ length: Math.min(BATCH, count - streams.length) }, (_, index) =>
        TestStream.open(
          `${site.origin}/graphql/stream`,
          { prompts: [String(PROMPT)] },
          { "x-forwarded-for": addressOf(streams.length + index) },
        ),
      );
      streams.push(...(await Promise.all(batch)));
    }
    const refused = streams.filter(({ status }) => status !== 200).length;
    const open = site.memory();
    const latencies: number[] = [];
    for (let round = 0; round < comments; round += 1) {
      const begun = performance.now();
      const heard = streams.map(async (stream) => {
        await stream.until(({ told }) => told.length > round);
        latencies.push(performance.now() - begun);
      });
      const { rows } = await sql.query<{ id: string }>(
        "insert into comment (prompt_id, body, html, html_version) values ($1, 'x', '{x}', 1) returning id",
        [PROMPT],
      );
      written.push(...rows.map(({ id }) => id));
      await Promise.all(heard);
    }
    const loaded = site.memory();
    latencies.sort((one, other) => one - other);
    const at = (share: number) => Math.round(latencies[Math.ceil(latencies.length * share) - 1] ?? 0);
    return [
      `Live: ${String(count)} streams of one process, ${String(refused)} refused`,
      `  memory: ${megabytes(idle)} before, ${megabytes(open)} open, ${megabytes(loaded)} after ${String(comments)} comments`,
      `  from the commit to the reader: ${String(at(0.5))} ms (median), ${String(at(0.99))} ms (99 %), ${String(at(1))} ms (last)`,
    ].join("\n");
  } finally {
    for (const stream of streams) stream.close();
    await sql.query("delete from comment where id = any($1::bigint[])", [written]);
    await sql.query(
      "update prompt set comment_count = (select count(*) from comment where prompt_id = $1 and live) where id = $1",
      [PROMPT],
    );
    await site.stop();
  }
}

/** A few streams each, as readers have. */
function addressOf(index: number): string {
  const reader = Math.floor(index / 3);
  return `10.9.${String(reader >> 8)}.${String(reader & 255)}`;
}

function megabytes(value: number | undefined): string {
  return value === undefined ? "?" : `${value.toFixed(0)} MB`;
}
