import type { DataSource, EntityManager } from "typeorm";
import { DomainError, type RateLimitScope } from "../domain/domain-error";
import { networkOf } from "./network";

export interface RateLimit {
  /** Hits allowed per window. */
  limit: number;
  /** The length of a window, which starts with its first hit. */
  seconds: number;
}

/** Who a rate limit counts for if they are told when it is exceeded. Each kind has its own keys. */
export type RateLimitSubject = { account: string } | { address: string } | { session: string };

/**
 * What anybody can ask for, in canonical form; it need not belong to an account. A limit that tells what others have asked for must
 * stay silent, so a visible one counts it for one caller or account only.
 */
export type SharedSubject = { name: string } | { mailbox: string };

/**
 * What a rate limit counts by if its refusal must not be visible: a member, by any of their names, whether or not they sent the
 * request. It shares no keys with the visible limits: that would reveal that a name and a mailbox belong to the same member.
 */
export type SilentRateLimitSubject = { member: string };

type AnySubject = RateLimitSubject | SharedSubject | SilentRateLimitSubject;

/** Rows that are older have expired, whatever their limit. */
const MAX_WINDOW_SECONDS = 24 * 60 * 60;

/**
 * Counts hits for the combination of `subjects`, in PostgreSQL, so that all processes share the count.
 * @param action what is limited; each action has its own count
 * @param hits how many this request counts as
 * @throws RATE_LIMITED (HTTP 429, with `limit`, `window`, `scope` and `retryAfter` in its extensions) if the limit is exceeded.
 */
export async function consumeRateLimit(
  dataSource: DataSource,
  action: string,
  subjects: RateLimitSubject | readonly [SharedSubject, RateLimitSubject],
  limit: RateLimit,
  hits = 1,
): Promise<void> {
  const counted = [subjects].flat();
  const secondsLeft = await countHits(dataSource, action, counted, limit, hits);
  if (secondsLeft > 0) {
    throw new DomainError("RATE_LIMITED", "Too many requests. Try again later.", {
      limit: limit.limit,
      window: limit.seconds,
      scope: scopeOf(counted),
      retryAfter: secondsLeft,
    });
  }
}

/** Like `consumeRateLimit`, for limits whose refusal must not be visible. @returns whether the hit is within the limit */
export async function isWithinRateLimit(
  dataSource: DataSource,
  action: string,
  subject: SilentRateLimitSubject,
  limit: RateLimit,
  caller?: { address: string },
): Promise<boolean> {
  return (await countHits(dataSource, action, [subject, ...(caller ? [caller] : [])], limit, 1)) === 0;
}

/**
 * Counts hits of an account in the caller's transaction, all or none: what does not fit is refused and not counted, so that less may
 * still be asked for, and what is rolled back was never counted. Other requests of the account that count here wait until the transaction ends.
 * @returns whether they are within the limit
 */
export async function fitsRateLimit(
  manager: EntityManager,
  action: string,
  account: string,
  { limit, seconds }: RateLimit,
  hits: number,
): Promise<boolean> {
  checkWindow(seconds);
  if (hits <= 0) return true;
  const [row] = await manager.query<{ fits: boolean }[]>(
    `insert into rate_limit as r (key, started_at, hits) select $1::text, now(), $3::int where $3::int <= $4::int
     on conflict (key) do update set
       hits = case when r.started_at <= now() - make_interval(secs => $2) then $3 else r.hits + $3 end,
       started_at = case when r.started_at <= now() - make_interval(secs => $2) then now() else r.started_at end
     where r.started_at <= now() - make_interval(secs => $2) or r.hits + $3 <= $4
     returning true as fits`,
    [`${action} ${keyOf({ account })}`, seconds, hits, limit],
  );
  return row !== undefined;
}

/** Deletes expired windows, because their keys contain network addresses. */
export async function sweepRateLimits(dataSource: DataSource): Promise<void> {
  await dataSource.query(`delete from rate_limit where started_at < now() - make_interval(secs => $1)`, [
    MAX_WINDOW_SECONDS,
  ]);
}

/** @returns 0 within the limit, otherwise the seconds until the window ends */
async function countHits(
  dataSource: DataSource,
  action: string,
  subjects: readonly AnySubject[],
  { limit, seconds }: RateLimit,
  added: number,
): Promise<number> {
  checkWindow(seconds);
  const key = [action, ...subjects.map(keyOf)].join(" ");
  const { hits, remaining } = await countWindow(dataSource, key, seconds, added);
  return hits > limit ? Math.max(remaining, 1) : 0;
}

function scopeOf([subject]: readonly (RateLimitSubject | SharedSubject)[]): RateLimitScope {
  if (subject && "account" in subject) return "ACCOUNT";
  if (subject && "session" in subject) return "SESSION";
  if (subject && "name" in subject) return "NAME";
  return subject && "mailbox" in subject ? "MAILBOX" : "ADDRESS";
}

function checkWindow(seconds: number): void {
  if (seconds > MAX_WINDOW_SECONDS) throw new RangeError("The window would be deleted before it ends.");
}

async function countWindow(
  dataSource: DataSource,
  key: string,
  seconds: number,
  added: number,
): Promise<{ hits: number; remaining: number }> {
  const [row] = await dataSource.query<{ hits: number; remaining: number }[]>(
    `insert into rate_limit as r (key, started_at, hits) values ($1, now(), $3)
     on conflict (key) do update set
       hits = case when r.started_at <= now() - make_interval(secs => $2) then $3 else r.hits + $3 end,
       started_at = case when r.started_at <= now() - make_interval(secs => $2) then now() else r.started_at end
     returning hits, ceil(extract(epoch from started_at + make_interval(secs => $2) - now()))::int as remaining`,
    [key, seconds, added],
  );
  if (!row) throw new Error("The hit could not be counted.");
  return row;
}

/** Values contain no spaces, so different lists of subjects never share a rate limit key. */
function keyOf(subject: AnySubject): string {
  if ("address" in subject) return `address=${networkOf(subject.address)}`;
  const [[kind, value] = []] = Object.entries(subject);
  return `${String(kind)}=${String(value)}`;
}
