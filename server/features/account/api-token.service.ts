import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { LIMITS } from "../../../contract/limits";
import { readRows } from "../../platform/database/read-rows";
import { NOW } from "../../platform/database/expressions";
import type { Actor, TokenActor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import type { CreateApiTokenArgs } from "./account.input";
import type { ApiToken } from "./account.type";
import { hashSecret } from "./code.service";
import { withCurrentAccount } from "./proven-account";
import { ApiTokenEntity } from "./session.entity";
import { isUuid } from "./tokens";

/** Lets secret scanners recognize a token. */
const PREFIX = "polyprompt_";
const TOKEN_BYTES = 32;

export async function createApiToken(
  dataSource: DataSource,
  actor: Actor,
  { name, scope, expiresAt = null }: CreateApiTokenArgs,
): Promise<{ apiToken: ApiToken; token: string } | { problems: Problem[] }> {
  const normalizedName = name.normalize("NFC").trim();
  if (normalizedName === "") return { problems: [problem(ProblemCode.REQUIRED, "name")] };
  if ([...normalizedName].length > LIMITS.apiTokenName)
    return { problems: [problem(ProblemCode.TOO_LONG, "name", LIMITS.apiTokenName)] };
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new DomainError("BAD_USER_INPUT", "expiresAt must be in the future.", { argument: "expiresAt" });
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  // The account is locked, so concurrent requests cannot exceed the maximum.
  const row = await withCurrentAccount(dataSource, actor, async (manager, { userId }) => {
    if ((await manager.countBy(ApiTokenEntity, { userId })) >= LIMITS.apiTokens) return null;
    const entity = { userId, name: normalizedName, scope, tokenHash: hashSecret(token), expiresAt };
    return manager.save(manager.create(ApiTokenEntity, entity));
  });
  if (!row) return { problems: [problem(ProblemCode.TOO_MANY, null, LIMITS.apiTokens)] };
  return { apiToken: toApiToken(row), token };
}

/** @throws NOT_FOUND for a token that is not the viewer's. */
export async function revokeApiToken(dataSource: DataSource, actor: Actor, id: string): Promise<void> {
  const deleted = await withCurrentAccount(dataSource, actor, async (manager, { userId }) => {
    if (!isUuid(id)) return 0;
    return (await manager.delete(ApiTokenEntity, { id, userId })).affected;
  });
  if (!deleted) throw new DomainError("NOT_FOUND", "There is no such token.");
}

export async function readApiTokens(dataSource: DataSource, userId: string): Promise<ApiToken[]> {
  const tokens = await dataSource.manager.find(ApiTokenEntity, {
    where: { userId },
    order: { createdAt: "DESC", id: "ASC" },
  });
  return tokens.map(toApiToken);
}

/** The owner and scope of a token; null if it is unknown or has expired. */
export async function findApiToken(
  dataSource: DataSource,
  token: string,
): Promise<Pick<TokenActor, "userId" | "tokenId" | "scope"> | null> {
  if (!token.startsWith(PREFIX)) return null;
  const [row] = await readRows<{ id: string; user_id: string; scope: TokenActor["scope"]; stale: boolean }>(
    dataSource,
    `select id, user_id, scope, last_used_at is null or last_used_at < now() - interval '1 minute' as stale
     from api_token where token_hash = $1 and (expires_at is null or expires_at > now())`,
    [hashSecret(token)],
  );
  if (!row) return null;
  if (row.stale) await dataSource.manager.update(ApiTokenEntity, { id: row.id }, { lastUsedAt: NOW });
  return { userId: row.user_id, tokenId: row.id, scope: row.scope };
}

function toApiToken({ id, name, scope, createdAt, expiresAt, lastUsedAt }: ApiTokenEntity): ApiToken {
  return { id, name, scope, createdAt, expiresAt, lastUsedAt };
}
