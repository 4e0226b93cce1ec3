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
import { findApiToken } from "./api-token.service";
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
  if (authorization !== undefined) {
    const [, token = ""] = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization) ?? [];
    const member = await findApiToken(dataSource, token);
    if (!member) throw new DomainError("UNAUTHENTICATED", "The API token is unknown or has expired.");
    return { kind: "token", caller, ...member };
  }
  const { access, refresh } = sessionCookies(options).read(request);
  const claims = access === undefined ? null : await tokensOf(options).readAccess(access);
  const member = claims && (await authenticateSession(dataSource, claims.sessionId));
  if (claims && member?.userId === claims.userId)
    return { kind: "session", caller, sessionId: claims.sessionId, ...member };
  if (refresh !== undefined) throw new DomainError("UNAUTHENTICATED", "Refresh the session first: POST /auth/refresh.");
  return { kind: "visitor", caller };
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
    return reply.code(401).send();
  }
  cookies.set(reply, { access: await tokens.access(session), refresh: await tokens.refresh(session) });
  return reply.header(ACCOUNT_HEADER, idOf("User", session.userId)).code(204).send();
}
