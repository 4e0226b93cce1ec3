import type { FastifyRequest } from "fastify";
import { OperationTypeNode, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { Extensions } from "type-graphql";
import type { Actor } from "../domain/actor";
import { DomainError } from "../domain/domain-error";
import { accessOf } from "./access";
import { operationError } from "./errors";
import { rootFields } from "./operation";

/**
 * Allows pages of other origins to run a public mutation. Only for mutations that are harmless even if any page makes its visitors run
 * them; never for what changes an account or tries its password.
 */
export function AllowCrossOrigin(): MethodDecorator {
  return Extensions({ allowCrossOrigin: true });
}

interface Headers {
  origin?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

/**
 * Whether a request comes from a page of another origin, including sandboxed ones ("null"). Browsers send `Origin` with every POST,
 * newer ones also `Sec-Fetch-Site`; other clients send neither.
 */
export function isCrossOrigin(headers: Headers, ownOrigin: string): boolean {
  if (headers.origin !== undefined && headers.origin !== ownOrigin) return true;
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** @throws FORBIDDEN for a page of another site whose request carries cookies: it may use nobody's session */
export function refuseForeignCookies({ headers }: FastifyRequest, isForeign: boolean): void {
  if (isForeign && headers.cookie !== undefined)
    throw new DomainError("FORBIDDEN", "Requests from other sites must not carry cookies.");
}

/**
 * Allows a page of another site queries, mutations with `AllowCrossOrigin`, and with an API token those that need one: it was given the token, which
 * browsers add to no request by themselves. With public mutations it could make its visitors try passwords and send mails for it, each from a
 * different network address.
 * @throws FORBIDDEN (HTTP 403) if any mutation in the operation is not allowed.
 */
export function checkCrossOriginRequest(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { kind }: Actor,
): void {
  const type = operation.operation === OperationTypeNode.MUTATION ? schema.getMutationType() : undefined;
  if (!type) return;
  for (const name of rootFields(document, operation)) {
    if (name === "__typename" || type.getFields()[name]?.extensions["allowCrossOrigin"] === true) continue;
    const isPublic = accessOf(type, name) === "public";
    if (isPublic) throw operationError("FORBIDDEN", `Pages of other sites may not run "${name}".`, 403);
    if (kind !== "token")
      throw operationError("FORBIDDEN", `Pages of other sites may run "${name}" only with an API token.`, 403);
  }
}
