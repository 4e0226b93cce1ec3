import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { LIMITS } from "../../../product.config";
import type { Actor, TokenActor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import type { ApiTokenScope, CreateApiTokenInput } from "./account.input";
import type { ApiToken } from "./account.type";
import { hashOf } from "./code.service";
import { inOwnAccount } from "./proven-account";
import { isUuid } from "./tokens";

/** Lets those who look for secrets in what was published know one. */
const PREFIX = "polyprompt_";
const TOKEN_BYTES = 32;

interface ApiTokenRow {
  id: string;
  name: string;
  scope: ApiTokenScope;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const COLUMNS = "id, name, scope, created_at, expires_at, last_used_at";

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
    const [made] = await manager.query<ApiTokenRow[]>(
      `insert into api_token (user_id, name, scope, token_hash, expires_at)
       select $1, $2, $3, $4, $5 where (select count(*) from api_token where user_id = $1) < $6 returning ${COLUMNS}`,
      [userId, tidy, scope, hashOf(token), expiresAt, LIMITS.apiTokens],
    );
    return made;
  });
  if (!row) return { problems: [problem(ProblemCode.TOO_MANY, null, LIMITS.apiTokens)] };
  return { apiToken: toApiToken(row), token };
}

/** @throws NOT_FOUND for a token that is none of the viewer's. */
export async function revokeApiToken(dataSource: DataSource, actor: Actor, id: string): Promise<void> {
  const deleted = await inOwnAccount(dataSource, actor, async (manager, { userId }) => {
    if (!isUuid(id)) return 0;
    const sql = `delete from api_token where id = $1 and user_id = $2`;
    const [, count] = await manager.query<[unknown[], number]>(sql, [id, userId]);
    return count;
  });
  if (deleted === 0) throw new DomainError("NOT_FOUND", "There is no such token.");
}

export async function readApiTokens(dataSource: DataSource, userId: string): Promise<ApiToken[]> {
  const rows = await dataSource.query<ApiTokenRow[]>(
    `select ${COLUMNS} from api_token where user_id = $1 order by created_at desc, id`,
    [userId],
  );
  return rows.map(toApiToken);
}

/** Whom a token stands for; null where it is none of ours, or has ended. */
export async function identifyApiToken(
  dataSource: DataSource,
  token: string,
): Promise<Pick<TokenActor, "userId" | "scope"> | null> {
  if (!token.startsWith(PREFIX)) return null;
  const [row] = await dataSource.query<{ id: string; user_id: string; scope: ApiTokenScope; stale: boolean }[]>(
    `select id, user_id, scope, last_used_at is null or last_used_at < now() - interval '1 minute' as stale
     from api_token where token_hash = $1 and (expires_at is null or expires_at > now())`,
    [hashOf(token)],
  );
  if (!row) return null;
  if (row.stale) await dataSource.query(`update api_token set last_used_at = now() where id = $1`, [row.id]);
  return { userId: row.user_id, scope: row.scope };
}

function toApiToken(row: ApiTokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
