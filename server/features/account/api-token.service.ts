import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { LIMITS } from "../../../contract/limits";
import { readRows } from "../../platform/database/read-rows";
import { NOW } from "../../platform/database/expressions";
import type { Actor, TokenActor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import type { CreateApiTokenInput } from "./account.input";
import type { ApiToken } from "./account.type";
import { hashOf } from "./code.service";
import { inOwnAccount } from "./proven-account";
import { ApiTokenEntity } from "./session.entity";
import { isUuid } from "./tokens";

/** Lets those who look for secrets in what was published know one. */
const PREFIX = "polyprompt_";
const TOKEN_BYTES = 32;

export async function createApiToken(
  dataSource: DataSource,
  actor: Actor,
  { name, scope, expiresAt = null }: CreateApiTokenInput,
): Promise<{ apiToken: ApiToken; token: string } | { problems: Problem[] }> {
  const tidy = name.normalize("NFC").trim();
  if (tidy === "") return { problems: [problem(ProblemCode.REQUIRED, "name")] };
  if ([...tidy].length > LIMITS.apiTokenName)
    return { problems: [problem(ProblemCode.TOO_LONG, "name", LIMITS.apiTokenName)] };
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new DomainError("BAD_USER_INPUT", "expiresAt must be in the future.", { argument: "expiresAt" });
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  // The account is locked: of many at once none counts too few.
  const row = await inOwnAccount(dataSource, actor, async (manager, { userId }) => {
    if ((await manager.countBy(ApiTokenEntity, { userId })) >= LIMITS.apiTokens) return null;
    const made = manager.create(ApiTokenEntity, { userId, name: tidy, scope, tokenHash: hashOf(token), expiresAt });
    return manager.save(made);
  });
  if (!row) return { problems: [problem(ProblemCode.TOO_MANY, null, LIMITS.apiTokens)] };
  return { apiToken: toApiToken(row), token };
}

/** @throws NOT_FOUND for a token that is none of the viewer's. */
export async function revokeApiToken(dataSource: DataSource, actor: Actor, id: string): Promise<void> {
  const deleted = await inOwnAccount(dataSource, actor, async (manager, { userId }) => {
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

/** Whom a token stands for; null where it is none of ours, or has ended. */
export async function identifyApiToken(
  dataSource: DataSource,
  token: string,
): Promise<Pick<TokenActor, "userId" | "scope"> | null> {
  if (!token.startsWith(PREFIX)) return null;
  const [row] = await readRows<{ id: string; user_id: string; scope: TokenActor["scope"]; stale: boolean }>(
    dataSource,
    `select id, user_id, scope, last_used_at is null or last_used_at < now() - interval '1 minute' as stale
     from api_token where token_hash = $1 and (expires_at is null or expires_at > now())`,
    [hashOf(token)],
  );
  if (!row) return null;
  if (row.stale) await dataSource.manager.update(ApiTokenEntity, { id: row.id }, { lastUsedAt: NOW });
  return { userId: row.user_id, scope: row.scope };
}

function toApiToken({ id, name, scope, createdAt, expiresAt, lastUsedAt }: ApiTokenEntity): ApiToken {
  return { id, name, scope, createdAt, expiresAt, lastUsedAt };
}
