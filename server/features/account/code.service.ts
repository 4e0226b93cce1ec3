import { createHash, randomBytes } from "node:crypto";
import { type DataSource, type EntityManager, In, Not } from "typeorm";
import { isInFuture, isPast, NOW, secondsFromNow } from "../../platform/database/expressions";
import { withdrawMails } from "../../platform/mail/queue-mail";
import { type Account, accountById } from "./account.reader";
import { CODE_PURPOSES, CODE_SECONDS, type CodePurpose } from "./code-purposes";
import type { EmailKey } from "./email-address";
import { OneTimeCodeEntity } from "./session.entity";

/** 160 bits cannot be guessed, so attempts need not be counted. */
const CODE_BYTES = 20;

export interface NewCode {
  userId: string;
  purpose: CodePurpose;
  sentTo: EmailKey;
  /** For an email change: the new address, as its owner spells it. */
  email?: string | null;
  /** Default: the lifetime of codes for this purpose. */
  expiresAt?: Date;
}

/** Creates a code for a mail, which voids the previous one for the same purpose. */
export async function createCode(manager: EntityManager, code: NewCode): Promise<string> {
  const secret = randomBytes(CODE_BYTES).toString("base64url");
  await keepCode(manager, code, secret);
  return secret;
}

/** Voids the previous code for the same purpose. Only the hash of the new one is stored. */
export async function keepCode(
  manager: EntityManager,
  { userId, purpose, sentTo, email = null, expiresAt }: NewCode,
  secret: string,
): Promise<void> {
  await manager.upsert(
    OneTimeCodeEntity,
    {
      userId,
      purpose,
      codeHash: hashSecret(secret),
      sentTo,
      email,
      createdAt: NOW,
      expiresAt: expiresAt ?? secondsFromNow(CODE_SECONDS[purpose]),
    },
    ["userId", "purpose"],
  );
}

/**
 * A code can be renewed for this long from its creation: until then the limits for mails, whose windows are as long, may keep its owner
 * from getting another. Longer, strangers who go on asking could keep an old mail valid for ever.
 */
const RENEWABLE_SECONDS = 60 * 60;

/**
 * Resets the lifetime of the last code for a purpose, unless it has been spent or voided, is too old, or the account's address has
 * changed.
 * @returns whether there was a code to renew
 */
export async function renewCode(
  manager: EntityManager,
  { userId, emailKey }: { userId: string; emailKey: EmailKey },
  purpose: "login-link" | "reset-password",
): Promise<boolean> {
  const { affected } = await manager.update(
    OneTimeCodeEntity,
    { userId, purpose, sentTo: emailKey, createdAt: Not(isPast(RENEWABLE_SECONDS)) },
    {
      expiresAt: () =>
        `least(now() + make_interval(secs => ${CODE_SECONDS[purpose]}), created_at + make_interval(secs => ${RENEWABLE_SECONDS}))`,
    },
  );
  return Boolean(affected);
}

/** The account that a code works for; it is not spent. */
export async function accountByCode(
  manager: EntityManager,
  purpose: CodePurpose,
  code: string,
): Promise<Account | null> {
  const row = await manager.findOneBy(OneTimeCodeEntity, {
    codeHash: hashSecret(code),
    purpose,
    expiresAt: isInFuture(),
  });
  const account = row && (await accountById(manager, row.userId));
  return account?.emailKey === row?.sentTo ? account : null;
}

/**
 * Spends a code that was sent to the account's current address.
 * @returns whether it was valid
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

/** Voids codes of an account and withdraws the mails that carry them, if not sent yet. */
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

/** The job key of a mail with a code: a newer mail replaces it, and voiding the code withdraws it. */
export function codeMailKey(userId: string, purpose: CodePurpose): string {
  return `account:${userId}:${purpose}`;
}

/** Deletes expired codes that cannot be renewed any more. */
export async function sweepCodes(dataSource: DataSource): Promise<void> {
  await dataSource.manager.delete(OneTimeCodeEntity, { expiresAt: isPast(), createdAt: isPast(RENEWABLE_SECONDS) });
}

export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret.trim()).digest();
}
