import type { Identity, RequestContext } from "../../platform/graphql/context";
import { fault } from "../../platform/graphql/errors";

/** Who is signed in, by a session or by an API token. @throws UNAUTHENTICATED for a visitor. */
export function requireMember({ identity }: RequestContext): Identity {
  if (!identity) throw fault("UNAUTHENTICATED", "Sign in first.");
  return identity;
}

/**
 * Who is signed in with a session of their own: nothing about an account is shown to or changed by an API token.
 * @throws UNAUTHENTICATED for a visitor, FORBIDDEN for an API token.
 */
export function requireSession(context: RequestContext): Identity & { sessionId: string } {
  const { sessionId, ...identity } = requireMember(context);
  if (sessionId === null) throw fault("FORBIDDEN", "An API token has no access to the account itself.");
  return { ...identity, sessionId };
}
