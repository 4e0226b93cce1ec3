import { createHash, randomBytes } from "node:crypto";
import type { DataSource, EntityManager } from "typeorm";
import { withdrawMails } from "../../platform/mail/queue-mail";
import type { EmailKey } from "./email-address";

/** What a code is good for, and for how long. */
export const CODE_SECONDS = {
  "login-link": 10 * 60,
  "reset-password": 60 * 60,
  /** The address that the account has. */
  "confirm-email": 48 * 60 * 60,
  /** The address that it is to have. The row is the pending change. */
  "change-email": 48 * 60 * 60,
  /** Sent to the address so far, to stop the change. */
  "stop-email-change": 48 * 60 * 60,
  "delete-account": 60 * 60,
} as const;
export type CodePurpose = keyof typeof CODE_SECONDS;
export const CODE_PURPOSES = Object.keys(CODE_SECONDS) as CodePurpose[];

/** 160 bits: nobody guesses one, so tries need not be counted. */
const CODE_BYTES = 20;

export interface NewCode {
  userId: string;
  purpose: CodePurpose;
  sentTo: EmailKey;
  /** Of a change: the address that the account is to have, as its owner writes it. */
  email?: string;
}

/** Makes a code, which voids the one before it for the same purpose. Only its hash is kept. */
export async function makeCode(
  manager: EntityManager,
  { userId, purpose, sentTo, email = "" }: NewCode,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await manager.query(
    `insert into one_time_code (user_id, purpose, code_hash, sent_to, email, expires_at)
     values ($1, $2, $3, $4, nullif($5, ''), now() + make_interval(secs => $6))
     on conflict (user_id, purpose) do update set
       code_hash = excluded.code_hash, sent_to = excluded.sent_to, email = excluded.email, expires_at = excluded.expires_at`,
    [userId, purpose, hashOf(code), sentTo, email, CODE_SECONDS[purpose]],
  );
  return code;
}

/**
 * Gives the last code of a purpose its full time again, where it has not been spent or voided and its address is still the account's.
 * @returns whether there is one
 */
export async function renewCode(
  manager: EntityManager,
  { userId, emailKey }: { userId: string; emailKey: EmailKey },
  purpose: CodePurpose,
): Promise<boolean> {
  const [, renewed] = await manager.query<[unknown[], number]>(
    `update one_time_code set expires_at = now() + make_interval(secs => $4) where user_id = $1 and purpose = $2 and sent_to = $3`,
    [userId, purpose, emailKey, CODE_SECONDS[purpose]],
  );
  return renewed > 0;
}

/** Voids codes of an account, and takes back the mails with them that have not left yet. */
export async function voidCodes(
  manager: EntityManager,
  userId: string,
  purposes: readonly CodePurpose[] = CODE_PURPOSES,
): Promise<void> {
  await manager.query(`delete from one_time_code where user_id = $1 and purpose = any($2)`, [userId, purposes]);
  await withdrawMails(
    manager,
    purposes.map((purpose) => codeMailKey(userId, purpose)),
  );
}

/** Of the mail with a code: a newer one takes its place, and voiding the code takes it back. */
export function codeMailKey(userId: string, purpose: CodePurpose): string {
  return `account:${userId}:${purpose}`;
}

/** Codes that may be renewed are kept as long as a limit may ask for that. */
export async function sweepCodes(dataSource: DataSource): Promise<void> {
  await dataSource.query(`delete from one_time_code where expires_at <= now() - interval '1 hour'`);
}

export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret.trim()).digest();
}
