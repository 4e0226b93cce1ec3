import type { DataSource } from "typeorm";
import { fault } from "../graphql/errors";

export interface RateLimit {
  /** Hits that a window allows. */
  limit: number;
  /** The length of a window. It begins with its first hit. */
  seconds: number;
}

/** Windows that are long over are swept away by about one call in this many. */
const SWEEP_EVERY = 500;

/**
 * Counts a hit of `key`, in PostgreSQL, so that all processes count together.
 * @throws RATE_LIMITED (HTTP 429, Retry-After and `extensions.retryAfter` in seconds) past the limit.
 */
export async function takeHit(dataSource: DataSource, key: string, { limit, seconds }: RateLimit): Promise<void> {
  const [row] = await dataSource.query<{ hits: number; remaining: number }[]>(
    `insert into rate_limit as r (key, started_at, hits) values ($1, now(), 1)
     on conflict (key) do update set
       hits = case when r.started_at <= now() - make_interval(secs => $2) then 1 else r.hits + 1 end,
       started_at = case when r.started_at <= now() - make_interval(secs => $2) then now() else r.started_at end
     returning hits, ceil(extract(epoch from started_at + make_interval(secs => $2) - now()))::int as remaining`,
    [key, seconds],
  );
  if (Math.random() < 1 / SWEEP_EVERY) {
    await dataSource.query(`delete from rate_limit where started_at < now() - interval '1 day'`);
  }
  if (row && row.hits > limit) {
    throw fault("RATE_LIMITED", "Too many requests. Try again later.", { retryAfter: Math.max(1, row.remaining) });
  }
}
