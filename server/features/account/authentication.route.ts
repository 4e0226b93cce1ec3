import type { FastifyRequest } from "fastify";
import type { Actor, Caller } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { sessionCookie, type CookieSettings } from "../../platform/http/session-cookie";
import { findApiToken, TOKEN_PREFIX } from "./api-token.service";
import { authenticateSession } from "./session.service";
import { type TokenOptions, verifySession } from "./tokens";

export type AuthenticationOptions = CookieSettings & TokenOptions;

/**
 * Identifies the caller by bearer token, else by session cookie. Anybody without one is a visitor, and so is a browser whose session
 * has ended.
 * @throws UNAUTHENTICATED for an invalid bearer token
 */
export async function authenticate(request: FastifyRequest, options: AuthenticationOptions): Promise<Actor> {
  const { dataSource } = options;
  const caller = callerOf(request);
  const { authorization } = request.headers;
  if (authorization !== undefined)
    return { kind: "token", caller, ...(await findApiToken(dataSource, bearerTokenOf(authorization))) };
  const token = sessionCookie(options).read(request);
  const claims = token === undefined ? null : await verifySession(options, token);
  const session = claims && (await authenticateSession(dataSource, claims));
  return session ? { kind: "session", caller, ...session } : { kind: "visitor", caller };
}

/** @throws UNAUTHENTICATED for any other Authorization header than that of a bearer token */
function bearerTokenOf(authorization: string): string {
  const [, scheme = "", rest] = /^\s*(\S*)(?:\s+(.*))?$/.exec(authorization) ?? [];
  const isBearer = scheme.toLowerCase() === "bearer";
  if (isBearer && /^[\w.~+/-]+=*$/.test(rest ?? "")) return rest ?? "";
  if (isBearer) throw new DomainError("UNAUTHENTICATED", "The scheme Bearer is not followed by an API token.");
  const isToken = rest === undefined && scheme.startsWith(TOKEN_PREFIX);
  const reason = isToken
    ? "The API token has no scheme before it"
    : "The Authorization header has another scheme than Bearer";
  throw new DomainError("UNAUTHENTICATED", `${reason}. Send it as "Authorization: Bearer <token>".`);
}

function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}
