import { createHash, randomBytes } from "node:crypto";
import { type DataSource, type EntityManager, In } from "typeorm";
import { isInFuture, isPast, secondsFromNow } from "../../platform/database/expressions";
import { withdrawMails } from "../../platform/mail/queue-mail";
import { CODE_PURPOSES, CODE_SECONDS, type CodePurpose } from "./code-purposes";
import type { EmailKey } from "./email-address";
import { OneTimeCodeEntity } from "./session.entity";

/** 160 bits: nobody guesses one, so tries need not be counted. */
const CODE_BYTES = 20;

export interface NewCode {
  userId: string;
  purpose: CodePurpose;
  sentTo: EmailKey;
  /** Of a change: the address that the account is to have, as its owner writes it. */
  email?: string | null;
  /** By default after the time that codes of its purpose have. */
  expiresAt?: Date;
}

/** Makes a code, which voids the one before it for the same purpose. Only its hash is kept. */
export async function makeCode(
  manager: EntityManager,
  { userId, purpose, sentTo, email = null, expiresAt }: NewCode,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await manager.upsert(
    OneTimeCodeEntity,
    {
      userId,
      purpose,
      codeHash: hashOf(code),
      sentTo,
      email,
      expiresAt: expiresAt ?? secondsFromNow(CODE_SECONDS[purpose]),
    },
    ["userId", "purpose"],
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
  const { affected } = await manager.update(
    OneTimeCodeEntity,
    { userId, purpose, sentTo: emailKey },
    { expiresAt: secondsFromNow(CODE_SECONDS[purpose]) },
  );
  return Boolean(affected);
}

/**
 * Spends a code that was sent to the address which the account has now.
 * @returns whether it was good
 */
export async function spendCode(
  manager: EntityManager,
  { userId, emailKey }: { userId: string; emailKey: EmailKey },
  purpose: CodePurpose,
  codeHash: Buffer,
): Promise<boolean> {
  const code = { userId, purpose, codeHash, sentTo: emailKey, expiresAt: isInFuture() };
  const { affected } = await manager.delete(OneTimeCodeEntity, code);
  return Boolean(affected);
}

/** Voids codes of an account, and takes back the mails with them that have not left yet. */
export async function voidCodes(
  manager: EntityManager,
  userId: string,
  purposes: readonly CodePurpose[] = CODE_PURPOSES,
): Promise<void> {
  await manager.delete(OneTimeCodeEntity, { userId, purpose: In(purposes) });
  await withdrawMails(
    manager,
    purposes.map((purpose) => codeMailKey(userId, purpose)),
  );
}

/** Of the mail with a code: a newer one takes its place, and voiding the code takes it back. */
export function codeMailKey(userId: string, purpose: CodePurpose): string {
  return `account:${userId}:${purpose}`;
}

const RENEWABLE_SECONDS = 60 * 60;

/** Codes that may be renewed are kept as long as a limit may ask for that. */
export async function sweepCodes(dataSource: DataSource): Promise<void> {
  await dataSource.manager.delete(OneTimeCodeEntity, { expiresAt: isPast(RENEWABLE_SECONDS) });
}

export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret.trim()).digest();
}
