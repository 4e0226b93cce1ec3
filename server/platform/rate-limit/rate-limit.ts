import type { DataSource } from "typeorm";
import { fault } from "../graphql/errors";
import { networkOf } from "./network";

export interface RateLimit {
  /** Hits that a window allows. */
  limit: number;
  /** The length of a window. It begins with its first hit. */
  seconds: number;
}

/**
 * Whom a limit counts. Each kind has keys of its own, so that no name passes for an address. Names and mailboxes are counted in
 * their canonical form, whoever they belong to; an account by its id, whichever of its names was used.
 */
export type RateLimitSubject =
  { account: string } | { address: string } | { name: string } | { mailbox: string } | { session: string };

/** No window is longer; rows that are older count for nothing. */
const LONGEST_WINDOW_SECONDS = 24 * 60 * 60;

/**
 * Counts a hit of everything in `subjects` together, in PostgreSQL, so that all processes count together.
 * @param action what is limited; each action counts apart
 * @throws RATE_LIMITED (HTTP 429, Retry-After and `extensions.retryAfter` in seconds) past the limit.
 */
export async function consumeRateLimit(
  dataSource: DataSource,
  action: string,
  subjects: RateLimitSubject | readonly RateLimitSubject[],
  limit: RateLimit,
): Promise<void> {
  const { hits, remaining } = await countHit(dataSource, action, subjects, limit);
  if (hits > limit.limit) {
    throw fault("RATE_LIMITED", "Too many requests. Try again later.", { retryAfter: Math.max(1, remaining) });
  }
}

/** The same, for where a refusal must not show. @returns whether the hit is within the limit */
export async function isWithinRateLimit(
  dataSource: DataSource,
  action: string,
  subjects: RateLimitSubject | readonly RateLimitSubject[],
  limit: RateLimit,
): Promise<boolean> {
  return (await countHit(dataSource, action, subjects, limit)).hits <= limit.limit;
}

/** Forgets windows that are over: they hold addresses. */
export async function sweepRateLimits(dataSource: DataSource): Promise<void> {
  await dataSource.query(`delete from rate_limit where started_at < now() - make_interval(secs => $1)`, [
    LONGEST_WINDOW_SECONDS,
  ]);
}

async function countHit(
  dataSource: DataSource,
  action: string,
  subjects: RateLimitSubject | readonly RateLimitSubject[],
  { seconds }: RateLimit,
): Promise<{ hits: number; remaining: number }> {
  if (seconds > LONGEST_WINDOW_SECONDS) throw new RangeError("The window would be swept away before it is over.");
  const key = [action, ...[subjects].flat().map(keyOf)].join(" ");
  const [row] = await dataSource.query<{ hits: number; remaining: number }[]>(
    `insert into rate_limit as r (key, started_at, hits) values ($1, now(), 1)
     on conflict (key) do update set
       hits = case when r.started_at <= now() - make_interval(secs => $2) then 1 else r.hits + 1 end,
       started_at = case when r.started_at <= now() - make_interval(secs => $2) then now() else r.started_at end
     returning hits, ceil(extract(epoch from started_at + make_interval(secs => $2) - now()))::int as remaining`,
    [key, seconds],
  );
  if (!row) throw new Error("The hit could not be counted.");
  return row;
}

/** No value holds a space, so no two lists of subjects share a key. */
function keyOf(subject: RateLimitSubject): string {
  if ("address" in subject) return `address=${networkOf(subject.address)}`;
  const [[kind, value] = []] = Object.entries(subject);
  return `${String(kind)}=${String(value)}`;
}
