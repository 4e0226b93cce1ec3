import type { DataSource, EntityManager } from "typeorm";
import type { Locale } from "../../../product.config";
import { usernameKey } from "../user";
import { emailKey } from "./account.names";

export interface Account {
  userId: string;
  username: string;
  createdAt: Date;
  promptCount: number;
  email: string;
  emailConfirmed: boolean;
  passwordHash: string | null;
  locale: Locale;
}

interface AccountRow {
  id: string;
  username: string;
  created_at: Date;
  prompt_count: number;
  email: string;
  email_confirmed: boolean;
  password_hash: string | null;
  locale: Locale;
}

const SELECT = `select u.id, u.username, u.created_at, u.prompt_count, a.email, a.email_confirmed_at is not null as email_confirmed,
  a.password_hash, a.locale from account a join user_account u on u.id = a.user_id`;

export function accountById(database: DataSource | EntityManager, userId: string): Promise<Account | null> {
  return readOne(database, `${SELECT} where a.user_id = $1`, userId);
}

export function accountByEmail(database: DataSource | EntityManager, email: string): Promise<Account | null> {
  return readOne(database, `${SELECT} where a.email_key = $1`, emailKey(email) ?? "");
}

/** By username or address, in any spelling that counts as the same. */
export function accountByIdentifier(database: DataSource | EntityManager, identifier: string): Promise<Account | null> {
  if (identifier.includes("@")) return accountByEmail(database, identifier);
  return readOne(database, `${SELECT} where u.username_key = $1`, usernameKey(identifier) ?? "");
}

async function readOne(database: DataSource | EntityManager, sql: string, value: string): Promise<Account | null> {
  const [row] = await database.query<AccountRow[]>(sql, [value]);
  if (!row) return null;
  const { id, created_at, prompt_count, email_confirmed, password_hash, ...rest } = row;
  return {
    ...rest,
    userId: id,
    createdAt: created_at,
    promptCount: prompt_count,
    emailConfirmed: email_confirmed,
    passwordHash: password_hash,
  };
}
