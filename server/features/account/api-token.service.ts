import { randomBytes } from "node:crypto";
import type { DataSource, EntityManager } from "typeorm";
import { LIMITS } from "../../../contract/limits";
import { readRows } from "../../platform/database/read-rows";
import { NOW } from "../../platform/database/expressions";
import type { Actor, TokenActor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import type { CreateApiTokenArgs } from "./account.input";
import type { ApiToken } from "./account.type";
import { hashSecret } from "./code.service";
import { type ProvenAccount, withCurrentAccount } from "./proven-account";
import { ApiTokenEntity } from "./session.entity";
import { isUuid } from "./tokens";

/** Lets secret scanners recognize a token. */
export const TOKEN_PREFIX = "polyprompt_";
const TOKEN_BYTES = 32;

/** A new token, whose secret is shown this once, or why there is none. */
export type NewApiToken =
  { apiToken: ApiToken; token: string; problems?: never } | { apiToken?: never; token?: never; problems: Problem[] };

export async function createApiToken(
  dataSource: DataSource,
  actor: Actor,
  { name, scope, expiresAt = null }: CreateApiTokenArgs,
): Promise<NewApiToken> {
  const normalizedName = name.normalize("NFC").trim();
  if (normalizedName === "") return { problems: [problem(ProblemCode.REQUIRED, "name")] };
  if ([...normalizedName].length > LIMITS.apiTokenName)
    return { problems: [problem(ProblemCode.TOO_LONG, "name", LIMITS.apiTokenName)] };
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new DomainError("BAD_USER_INPUT", "expiresAt must be in the future.", { argument: "expiresAt" });
  return withCurrentAccount(dataSource, actor, (manager, proven) =>
    addApiToken(manager, proven, { name: normalizedName, scope, expiresAt }),
  );
}

/** The account is locked, so concurrent requests cannot exceed the maximum. */
export async function addApiToken(
  manager: EntityManager,
  { userId }: ProvenAccount,
  { name, scope, expiresAt }: Pick<ApiTokenEntity, "name" | "scope" | "expiresAt">,
): Promise<NewApiToken> {
  if ((await manager.countBy(ApiTokenEntity, { userId })) >= LIMITS.apiTokens)
    return { problems: [problem(ProblemCode.TOO_MANY, null, LIMITS.apiTokens)] };
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  const entity = { userId, name, scope, tokenHash: hashSecret(token), expiresAt };
  const row = await manager.save(manager.create(ApiTokenEntity, entity));
  return { apiToken: toApiToken(row), token };
}

/** @throws NOT_FOUND for a token that is not the viewer's. */
/** A program can end the token that it has, and no other. @throws NOT_FOUND */
export async function revokeApiToken(dataSource: DataSource, actor: Actor, id: string): Promise<void> {
  const isDeleted =
    actor.kind === "token"
      ? actor.tokenId === id && (await deleteToken(dataSource.manager, id, actor.userId))
      : await withCurrentAccount(dataSource, actor, (manager, { userId }) => deleteToken(manager, id, userId));
  if (!isDeleted) throw new DomainError("NOT_FOUND", "There is no such token.");
}

async function deleteToken(manager: EntityManager, id: string, userId: string): Promise<boolean> {
  return isUuid(id) && ((await manager.delete(ApiTokenEntity, { id, userId })).affected ?? 0) > 0;
}

export async function readApiTokens(dataSource: DataSource, userId: string): Promise<ApiToken[]> {
  const tokens = await dataSource.manager.find(ApiTokenEntity, {
    where: { userId },
    order: { createdAt: "DESC", id: "ASC" },
  });
  return tokens.map(toApiToken);
}

/** The token of this id; null once it is revoked. */
export async function readApiToken(dataSource: DataSource, id: string): Promise<ApiToken | null> {
  const token = await dataSource.manager.findOneBy(ApiTokenEntity, { id });
  return token && toApiToken(token);
}

/** The owner and scope of a token. @throws UNAUTHENTICATED if it is unknown or has expired */
export async function findApiToken(
  dataSource: DataSource,
  token: string,
): Promise<Pick<TokenActor, "userId" | "tokenId" | "scope">> {
  const [row] = token.startsWith(TOKEN_PREFIX) ? await readToken(dataSource, token) : [];
  if (!row) throw new DomainError("UNAUTHENTICATED", "The API token is unknown, or has been revoked.");
  if (row.expired_at)
    throw new DomainError("UNAUTHENTICATED", `The API token expired at ${row.expired_at.toISOString()}.`);
  if (row.stale) await dataSource.manager.update(ApiTokenEntity, { id: row.id }, { lastUsedAt: NOW });
  return { userId: row.user_id, tokenId: row.id, scope: row.scope };
}

interface TokenRow {
  id: string;
  user_id: string;
  scope: TokenActor["scope"];
  stale: boolean;
  /** Null while it is valid. */
  expired_at: Date | null;
}

function readToken(dataSource: DataSource, token: string): Promise<TokenRow[]> {
  return readRows<TokenRow>(
    dataSource,
    `select id, user_id, scope, last_used_at is null or last_used_at < now() - interval '1 minute' as stale,
       case when expires_at <= now() then expires_at end as expired_at
     from api_token where token_hash = $1`,
    [hashSecret(token)],
  );
}

function toApiToken({ id, name, scope, createdAt, expiresAt, lastUsedAt }: ApiTokenEntity): ApiToken {
  return { id, name, scope, createdAt, expiresAt, lastUsedAt };
}
