import { createHash, randomBytes } from "node:crypto";
import type { DataSource, EntityManager } from "typeorm";
import { type Locale, localePath } from "../../../contract/locales";
import { PAGES } from "../../../contract/pages";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { badInputError } from "../../platform/domain/domain-error";
import type { MailContents } from "../../platform/mail/mail-task";
import { queueMail, withdrawMails } from "../../platform/mail/queue-mail";
import { withCurrentAccount } from "../account";
import { newestUntold, readDigest } from "./digest.reader";
import { nextHour, timeZoneOf } from "./local-hour";

const HOUR_MS = 3_600_000;
/** From one mail to the next: a day in which clocks are put forward has 23 hours, and nobody gets two by changing the setting. */
const MIN_GAP_MS = 22 * HOUR_MS;
/** A site that was down tells at the member's hour again, not when it is back. */
const MAX_DELAY_MS = 2 * HOUR_MS;
const TOKEN_BYTES = 20;
/** For longer than mails are kept unread. */
const LINK_LIFETIME = "1 year";
const SWEEP_BATCH = 1000;

/** Where one-click links go, before the token. */
export const STOP_PATH = "/api/unsubscribe";

const keyOf = (userId: string) => `digest:${userId}`;
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** When a member wants their mail; null for never. */
export interface DigestSetting {
  hour: number;
  timeZone: string;
}

export async function readSetting(dataSource: DataSource, userId: string): Promise<DigestSetting | null> {
  const [row] = await dataSource.query<{ hour: number; time_zone: string }[]>(
    "select hour, time_zone from digest where user_id = $1 and next_at is not null",
    [userId],
  );
  return row ? { hour: row.hour, timeZone: row.time_zone } : null;
}

/**
 * Turns the daily mail on, for what comes from now on, or off.
 * @throws BAD_USER_INPUT for an hour or a time zone that does not exist, UNAUTHENTICATED
 */
export async function changeDigest(dataSource: DataSource, actor: Actor, setting: DigestSetting | null): Promise<void> {
  const timeZone = setting && timeZoneOf(setting.timeZone);
  if (setting && timeZone === undefined) throw badInputError('"timeZone" is no IANA time zone.', "timeZone");
  if (setting && (setting.hour < 0 || setting.hour > 23)) throw badInputError('"hour" is from 0 to 23.', "hour");
  await withCurrentAccount(dataSource, actor, async (manager, { userId }) => {
    if (!setting || timeZone == null) return stop(manager, userId);
    const [former] = await manager.query<{ queued_at: Date | null; is_off: boolean }[]>(
      "select queued_at, next_at is null as is_off from digest where user_id = $1 for update",
      [userId],
    );
    // Whoever turns them on anew does not want them stopped by an old mail.
    if (former?.is_off) await manager.query("delete from digest_link where user_id = $1", [userId]);
    await manager.query(
      `insert into digest (user_id, hour, time_zone, next_at, through_id)
       values ($1, $2, $3, $4, coalesce((select max(id) from notification where user_id = $1), 0))
       on conflict (user_id) do update set hour = excluded.hour, time_zone = excluded.time_zone, next_at = excluded.next_at,
         through_id = case when digest.next_at is null then excluded.through_id else digest.through_id end`,
      [
        userId,
        setting.hour,
        timeZone,
        nextHour(setting.hour, timeZone, earliest(new Date(), former?.queued_at ?? null)),
      ],
    );
    return undefined;
  });
}

function earliest(now: Date, queuedAt: Date | null): Date {
  return new Date(Math.max(now.getTime(), (queuedAt?.getTime() ?? 0) + MIN_GAP_MS));
}

/** Also a mail that waits. The row stays: when the last mail was queued, so that turning it on again does not bring a second one a day. */
async function stop(manager: EntityManager, userId: string): Promise<void> {
  await manager.query("update digest set next_at = null where user_id = $1", [userId]);
  await withdrawMails(manager, [keyOf(userId)]);
}

/**
 * Turns the daily mail of whoever got this link off.
 * @returns whether the link is one of ours; it works any number of times, until the mails are turned on anew or the address changes
 */
export async function stopByLink(dataSource: DataSource, token: string): Promise<boolean> {
  return inTransaction(dataSource, async (manager) => {
    const [link] = await manager.query<{ user_id: string }[]>("select user_id from digest_link where token_hash = $1", [
      hashOf(token.slice(0, 100)),
    ]);
    if (link) await stop(manager, link.user_id);
    return link !== undefined;
  });
}

interface Due {
  user_id: string;
  hour: number;
  time_zone: string;
  next_at: Date;
  through_id: string;
  username: string;
  email: string;
  locale: Locale;
  reachable: boolean;
}

/**
 * Queues the mails whose hour has come. Processes that do this at the same time take different members.
 * @throws what has failed, once the others are queued
 */
export async function queueDigests(dataSource: DataSource, siteUrl: string, now = new Date()): Promise<void> {
  const failed: string[] = [];
  const errors: unknown[] = [];
  for (;;) {
    let userId: string | undefined;
    try {
      const isDone = await inTransaction(dataSource, async (manager) => {
        const due = await nextDue(manager, now, failed);
        userId = due?.user_id;
        if (due) await queueIfNew(manager, due, siteUrl, now);
        return !due;
      });
      if (isDone) break;
    } catch (error) {
      errors.push(error);
      // Without a member it is the database.
      if (userId === undefined) break;
      failed.push(userId);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `Digests of ${failed.join(", ")} cannot be queued.`);
}

async function nextDue(manager: EntityManager, now: Date, except: readonly string[]): Promise<Due | undefined> {
  const [due] = await manager.query<Due[]>(
    `select d.*, u.username, a.email, a.locale, a.email_confirmed_at is not null and a.closed_at is null as reachable
     from digest d join account a using (user_id) join user_account u on u.id = d.user_id
     where d.next_at <= $1 and d.user_id <> all($2::bigint[]) order by d.next_at limit 1 for update of d skip locked`,
    [now, except],
  );
  return due;
}

/** In one transaction: the mail is queued and the next hour is set, or neither. */
async function queueIfNew(manager: EntityManager, due: Due, siteUrl: string, now: Date): Promise<void> {
  const { user_id: userId, hour, time_zone: timeZone } = due;
  const isLate = now.getTime() - due.next_at.getTime() > MAX_DELAY_MS;
  const upTo = due.reachable && !isLate ? await newestUntold(manager, userId, due.through_id) : null;
  if (upTo !== null) await queueDigest(manager, due, upTo, siteUrl);
  await manager.query("update digest set next_at = $2, queued_at = coalesce($3, queued_at) where user_id = $1", [
    userId,
    nextHour(hour, timeZone, upTo === null ? now : earliest(now, now)),
    upTo === null ? null : now,
  ]);
}

async function queueDigest(
  manager: EntityManager,
  { user_id: userId, username, email, locale }: Due,
  upTo: string,
  siteUrl: string,
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await manager.query("insert into digest_link (token_hash, user_id) values ($1, $2)", [hashOf(token), userId]);
  const page = (path: string) => siteUrl + localePath(locale, path);
  const data = {
    username,
    userId,
    upTo,
    items: [],
    more: 0,
    url: page(PAGES.notifications.path),
    stopAddress: `${siteUrl}${STOP_PATH}/${token}`,
    stopUrl: `${page(PAGES.stopDigest.path)}#${token}`,
  };
  await queueMail(manager, { kind: "digest", to: email, locale, data }, keyOf(userId));
}

/** Reads what a digest tells when it is sent: it may have waited for a mail server, and something been read or deleted since. */
export function digestContents(dataSource: DataSource): MailContents {
  return {
    async digest(mail) {
      const { userId, upTo } = mail.data;
      const told = await readDigest(dataSource, userId, upTo, mail.to);
      if (!told) return null;
      const { throughId, ...items } = told;
      const setThrough = async (from: string, to: string) => {
        await dataSource.query("update digest set through_id = $3 where user_id = $1 and through_id = $2", [
          userId,
          from,
          to,
        ]);
      };
      return {
        mail: { ...mail, data: { ...mail.data, ...items } },
        delivery: { sending: () => setThrough(throughId, upTo), refused: () => setThrough(upTo, throughId) },
      };
    },
  };
}

/** Deletes links that are a year old. Repeated until nothing is left. */
export async function sweepDigestLinks(dataSource: DataSource): Promise<void> {
  for (;;) {
    const [rows] = await dataSource.query<[unknown[], number]>(
      `delete from digest_link where token_hash in (
         select token_hash from digest_link where created_at < now() - interval '${LINK_LIFETIME}' limit ${String(SWEEP_BATCH)}
       ) returning user_id`,
    );
    if (rows.length < SWEEP_BATCH) return;
  }
}
