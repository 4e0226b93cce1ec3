import type { FastifyReply, FastifyRequest } from "fastify";
import { ACCOUNT_HEADER } from "../../../contract/session";
import type { Actor } from "../domain/actor";
import { idOf } from "../graphql/ids";
import { DomainError } from "../domain/domain-error";

/**
 * Tabs share cookies: another tab may have logged in to another account since this one sent its request.
 * @throws UNAUTHENTICATED for a request that is meant for another account than its session's, which a header of the response names
 */
export function requireIntendedAccount(actor: Actor, request: FastifyRequest, reply: FastifyReply): void {
  const intended = request.headers[ACCOUNT_HEADER];
  if (actor.kind !== "session" || intended === undefined || intended === idOf("User", actor.userId)) return;
  reply.header(ACCOUNT_HEADER, idOf("User", actor.userId));
  throw new DomainError("UNAUTHENTICATED", "This is a session of another account.");
}
