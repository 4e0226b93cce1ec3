import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import { ACCOUNT_HEADER } from "../../../contract/session";
import type { Actor, Caller } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { idOf } from "../../platform/graphql/ids";
import type { RequestLimiter } from "../../platform/http/request-limiter";
import { sessionCookies, type CookieSettings } from "../../platform/http/session-cookies";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { findApiToken, TOKEN_PREFIX } from "./api-token.service";
import { refreshSession, authenticateSession } from "./session.service";
import { tokensOf } from "./tokens";

export interface AuthenticationOptions extends CookieSettings {
  dataSource: DataSource;
  /** The site's address with its base path. */
  siteUrl: string;
}

/**
 * Identifies the caller by bearer token, else by session cookies. A visitor has neither.
 * @throws UNAUTHENTICATED for an invalid bearer token, and for a session whose access token must be refreshed first: a member's
 * request must not be answered as a visitor's just because the access token has expired.
 */
export async function authenticate(request: FastifyRequest, options: AuthenticationOptions): Promise<Actor> {
  const { dataSource } = options;
  const caller = callerOf(request);
  const { authorization } = request.headers;
  if (authorization !== undefined)
    return { kind: "token", caller, ...(await findApiToken(dataSource, bearerTokenOf(authorization))) };
  const { access, refresh } = sessionCookies(options).read(request);
  const claims = access === undefined ? null : await tokensOf(options).readAccess(access);
  const member = claims && (await authenticateSession(dataSource, claims.sessionId));
  if (claims && member?.userId === claims.userId)
    return { kind: "session", caller, sessionId: claims.sessionId, ...member };
  if (refresh === undefined) return { kind: "visitor", caller };
  // Its cookies may have been renewed meanwhile: only refreshing tells.
  const reason = claims ? "The session has ended, or has other cookies by now" : "The access cookie has expired";
  throw new DomainError("UNAUTHENTICATED", `${reason}. Refresh the session first: POST /auth/refresh.`);
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

/** `POST /auth/refresh`: 204 with new cookies and the account in a header, or 401, which also clears the cookies. */
export function authRoutes(
  app: FastifyInstance,
  options: AuthenticationOptions & { origin: string; requestLimiter: RequestLimiter },
): void {
  const { requestLimiter } = options;
  app.post("/auth/refresh", { onRequest: requestLimiter.admit }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    // Browsers send an Origin with every POST. A client that sends none is not a browser and needs no cookies.
    if (request.headers.origin !== options.origin) return reply.code(403).send();
    return requestLimiter.run(request, () => refresh(request, reply, options));
  });
}

async function refresh(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthenticationOptions,
): Promise<FastifyReply> {
  const cookies = sessionCookies(options);
  const tokens = tokensOf(options);
  const token = cookies.read(request).refresh;
  const claims = token === undefined ? null : await tokens.readRefresh(token);
  if (claims) await consumeRateLimit(options.dataSource, "refresh", { session: claims.sessionId }, RATE_LIMITS.refresh);
  const session = claims && (await refreshSession(options.dataSource, claims));
  if (!session) {
    cookies.clear(reply);
    throw new DomainError("UNAUTHENTICATED", "The session has ended. Sign in again.");
  }
  cookies.set(reply, { access: await tokens.access(session), refresh: await tokens.refresh(session) });
  return reply.header(ACCOUNT_HEADER, idOf("User", session.userId)).code(204).send();
}
