import { createHash, randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { CONNECT_CHALLENGE, CONNECT_VERIFIER } from "../../../contract/connect";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor, TokenActor } from "../../platform/domain/actor";
import { badInputError } from "../../platform/domain/domain-error";
import { problem, ProblemCode } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { addApiToken, type NewApiToken } from "./api-token.service";
import { keepCode } from "./code.service";
import { proveByCode, withCurrentAccount } from "./proven-account";
import { catchRollback, RolledBack } from "./rolled-back";
import { OneTimeCodeEntity } from "./session.entity";

/** Crockford's base32, which has no letter that could be taken for another or for a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 40 bits, to be typed; so attempts are counted, and each needs the verifier too. */
const CODE_LENGTH = 8;

/** What its owner finds the token by in the settings. */
const TOKEN_NAME = "Browser extension";

/** Voids the member's previous code. @throws BAD_USER_INPUT for what is no challenge */
export async function createConnectCode(
  dataSource: DataSource,
  actor: Actor,
  challenge: string,
): Promise<{ code: string; expiresAt: Date }> {
  if (!CONNECT_CHALLENGE.test(challenge))
    throw badInputError("challenge must be the SHA-256 of the verifier in base64url, 43 characters.", "challenge");
  const code = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return withCurrentAccount(dataSource, actor, async (manager, { userId, account }) => {
    const purpose = "connect";
    await keepCode(manager, { userId, purpose, sentTo: account.emailKey }, secretOf(code, challenge));
    const { expiresAt } = await manager.findOneByOrFail(OneTimeCodeEntity, { userId, purpose });
    return { code, expiresAt };
  });
}

/**
 * Makes a token for whoever has the verifier of the code's challenge. Without room for another token the code is not spent.
 * @returns also the program that the caller is with it
 */
export async function redeemConnectCode(
  dataSource: DataSource,
  { caller }: Actor,
  code: string,
  verifier: string,
): Promise<NewApiToken & { program?: TokenActor }> {
  await consumeRateLimit(dataSource, "connect", caller, RATE_LIMITS.connect);
  const refused = { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")] };
  if (!CONNECT_VERIFIER.test(verifier)) return refused;
  const secret = secretOf(readCode(code), challengeOf(verifier));
  return catchRollback(
    inTransaction(dataSource, async (manager) => {
      const proven = await proveByCode(manager, "connect", secret);
      if (!proven) return refused;
      const created = await addApiToken(manager, proven, { name: TOKEN_NAME, scope: "WRITE", expiresAt: null });
      if (created.problems) throw new RolledBack(created.problems);
      const { id: tokenId, scope } = created.apiToken;
      return { ...created, program: { kind: "token", caller, userId: proven.userId, tokenId, scope } };
    }),
  );
}

/** Bound to its challenge, a code is of no use to who has only seen it. */
function secretOf(code: string, challenge: string): string {
  return `${code} ${challenge}`;
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** As it was made, however it was typed. */
function readCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
