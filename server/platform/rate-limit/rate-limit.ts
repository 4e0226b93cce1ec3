import type { DataSource } from "typeorm";
import { DomainError } from "../domain/domain-error";
import { networksOf } from "./network";

export interface RateLimit {
  /** Hits that a window allows. */
  limit: number;
  /** The length of a window. It begins with its first hit. */
  seconds: number;
  /** How many times the limit the whole of a wider network has at most, which may be one customer's. */
  widerShare?: number;
}

/**
 * Whom a limit counts whose refusal is told. Each kind has keys of its own, so that no name passes for an address. Names and
 * mailboxes are counted in their canonical form, whoever they belong to.
 */
export type RateLimitSubject =
  { account: string } | { address: string } | { name: string } | { mailbox: string } | { session: string };

/**
 * Whom a limit counts whose refusal must not show: a member by any of their names, who may have asked or not. It shares no key
 * with what is told: that would tell that a name and an address are one member's.
 */
export type SilentRateLimitSubject = { member: string };

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
  const secondsLeft = await countHit(dataSource, action, [subjects].flat(), limit);
  if (secondsLeft > 0) {
    throw new DomainError("RATE_LIMITED", "Too many requests. Try again later.", { retryAfter: secondsLeft });
  }
}

/** The same, where a refusal must not show. @returns whether the hit is within the limit */
export async function isWithinRateLimit(
  dataSource: DataSource,
  action: string,
  subject: SilentRateLimitSubject,
  limit: RateLimit,
  caller?: { address: string },
): Promise<boolean> {
  return (await countHit(dataSource, action, [subject, ...(caller ? [caller] : [])], limit)) === 0;
}

/** Forgets windows that are over: they hold addresses. */
export async function sweepRateLimits(dataSource: DataSource): Promise<void> {
  await dataSource.query(`delete from rate_limit where started_at < now() - make_interval(secs => $1)`, [
    LONGEST_WINDOW_SECONDS,
  ]);
}

/** @returns 0 within the limit, else the seconds until the window is over */
async function countHit(
  dataSource: DataSource,
  action: string,
  subjects: readonly (RateLimitSubject | SilentRateLimitSubject)[],
  { limit, seconds, widerShare = Infinity }: RateLimit,
): Promise<number> {
  if (seconds > LONGEST_WINDOW_SECONDS) throw new RangeError("The window would be swept away before it is over.");
  const address = subjects.find((subject) => "address" in subject);
  const networks = address ? networksOf(address.address) : [{ network: "", share: 1 }];
  let secondsLeft = 0;
  for (const { network, share } of networks) {
    const key = [action, ...subjects.map((subject) => keyOf(subject, network))].join(" ");
    const { hits, remaining } = await countWindow(dataSource, key, seconds);
    if (hits > limit * Math.min(share, widerShare)) secondsLeft = Math.max(secondsLeft, remaining, 1);
  }
  return secondsLeft;
}

async function countWindow(
  dataSource: DataSource,
  key: string,
  seconds: number,
): Promise<{ hits: number; remaining: number }> {
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
function keyOf(subject: RateLimitSubject | SilentRateLimitSubject, network: string): string {
  if ("address" in subject) return `address=${network}`;
  const [[kind, value] = []] = Object.entries(subject);
  return `${String(kind)}=${String(value)}`;
}
