import { createHash, randomBytes } from "node:crypto";
import type { EntityManager } from "typeorm";

/** What a code is good for, and for how long. */
export const CODE_SECONDS = {
  "login-link": 10 * 60,
  "reset-password": 60 * 60,
  "confirm-email": 48 * 60 * 60,
  "delete-account": 60 * 60,
} as const;
export type CodePurpose = keyof typeof CODE_SECONDS;

/** 160 bits: nobody guesses one, so tries need not be counted. */
const CODE_BYTES = 20;

/** Makes a code, which voids the one before it for the same purpose. Only its hash is kept. */
export async function makeCode(
  manager: EntityManager,
  { userId, purpose, email = null }: { userId: string; purpose: CodePurpose; email?: string | null },
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await manager.query(
    `insert into one_time_code (user_id, purpose, code_hash, email, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (user_id, purpose) do update set code_hash = excluded.code_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [userId, purpose, hashOf(code), email, CODE_SECONDS[purpose]],
  );
  return code;
}

/** Spends a code: of requests that bring it at once, one gets the account. Null for every code that is not good. */
export async function spendCode(
  manager: EntityManager,
  purpose: CodePurpose,
  code: string,
): Promise<{ userId: string; email: string | null } | null> {
  const [rows] = await manager.query<[{ user_id: string; email: string | null }[], number]>(
    `delete from one_time_code where code_hash = $1 and purpose = $2 and expires_at > now() returning user_id, email`,
    [hashOf(code), purpose],
  );
  const [row] = rows;
  return row ? { userId: row.user_id, email: row.email } : null;
}

export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret.trim()).digest();
}
