import type { DataSource, EntityManager } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { DomainError } from "../../platform/domain/domain-error";
import type { Identifier } from "./account.names";
import type { EmailKey } from "./email-address";

export interface Account {
  userId: string;
  username: string;
  createdAt: Date;
  promptCount: number;
  email: string;
  emailKey: EmailKey;
  emailConfirmed: boolean;
  passwordHash: string | null;
  locale: Locale;
  isModerator: boolean;
  /** By moderators: nobody signs in. */
  isClosed: boolean;
}

interface AccountRow {
  id: string;
  username: string;
  created_at: Date;
  prompt_count: number;
  email: string;
  email_key: EmailKey;
  email_confirmed: boolean;
  password_hash: string | null;
  locale: Locale;
  is_moderator: boolean;
  closed: boolean;
}

const SELECT = `select u.id, u.username, u.created_at, u.prompt_count, a.email, a.email_key, a.email_confirmed_at is not null as email_confirmed,
  a.password_hash, a.locale, a.is_moderator, a.closed_at is not null as closed from account a join user_account u on u.id = a.user_id`;

export function accountById(database: DataSource | EntityManager, userId: string): Promise<Account | null> {
  return readOne(database, `${SELECT} where a.user_id = $1`, userId);
}

export function accountByEmail(database: DataSource | EntityManager, key: EmailKey): Promise<Account | null> {
  return readOne(database, `${SELECT} where a.email_key = $1`, key);
}

export function accountByIdentifier(
  database: DataSource | EntityManager,
  { kind, key }: Identifier,
): Promise<Account | null> {
  return kind === "email"
    ? accountByEmail(database, key)
    : readOne(database, `${SELECT} where u.username_key = $1`, key);
}

/** @throws UNAUTHENTICATED if the account is gone */
export async function readDraftKey(dataSource: DataSource, userId: string): Promise<string> {
  const [row] = await dataSource.query<{ draft_key: string }[]>("select draft_key from account where user_id = $1", [
    userId,
  ]);
  if (!row) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  return row.draft_key;
}

/**
 * Reads an account and locks it until the end of the transaction, after whoever is writing as it. Row locks are not fair: shared ones
 * are granted past somebody who waits, so that a thief who goes on writing would keep the owner from recovering the account.
 */
export async function lockAccount(manager: EntityManager, userId: string): Promise<Account | null> {
  await manager.query("select pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))", [userId]);
  return readOne(manager, `${SELECT} where a.user_id = $1 for no key update of a`, userId);
}

/** Locks an account against changes of who may act for it, but not against others who write as it. */
export async function shareAccount(manager: EntityManager, userId: string): Promise<void> {
  await manager.query("select pg_advisory_xact_lock_shared(hashtextextended('account ' || $1, 0))", [userId]);
  await manager.query("select 1 from account where user_id = $1 for share", [userId]);
}

/** Like `shareAccount`, but does not wait for whoever changes the account. @returns whether it is locked */
export async function tryShareAccount(manager: EntityManager, userId: string): Promise<boolean> {
  const [row] = await manager.query<{ locked: boolean }[]>(
    "select pg_try_advisory_xact_lock_shared(hashtextextended('account ' || $1, 0)) as locked",
    [userId],
  );
  if (row?.locked) await shareAccount(manager, userId);
  return row?.locked ?? false;
}

/** Whether somebody changes the account, or waits for that. Leaves no lock. */
export async function isAccountLocked(manager: EntityManager, userId: string): Promise<boolean> {
  const [row] = await manager.query<{ free: boolean }[]>(
    `select case when pg_try_advisory_lock_shared(key) then pg_advisory_unlock_shared(key) else false end as free
     from (select hashtextextended('account ' || $1, 0) as key offset 0) as account`,
    [userId],
  );
  return !row?.free;
}

async function readOne(database: DataSource | EntityManager, sql: string, value: string): Promise<Account | null> {
  const [row] = await database.query<AccountRow[]>(sql, [value]);
  if (!row) return null;
  const { id, created_at, prompt_count, email_key, email_confirmed, password_hash, is_moderator, closed, ...rest } =
    row;
  return {
    ...rest,
    userId: id,
    createdAt: created_at,
    promptCount: prompt_count,
    emailKey: email_key,
    emailConfirmed: email_confirmed,
    passwordHash: password_hash,
    isModerator: is_moderator,
    isClosed: closed,
  };
}

const NEWCOMER_DAYS = 7;

/** Whether an account is younger than a week, or its address is unconfirmed: lower limits hold for what it may publish. */
export async function isNewcomer(dataSource: DataSource, userId: string): Promise<boolean> {
  const account = await accountById(dataSource, userId);
  const age = Date.now() - (account?.createdAt.getTime() ?? Date.now());
  return !account?.emailConfirmed || age < NEWCOMER_DAYS * 24 * 60 * 60 * 1000;
}
