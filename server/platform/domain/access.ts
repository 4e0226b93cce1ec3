import type { Actor, SessionActor } from "./actor";
import { DomainError } from "./domain-error";

/**
 * Who may use something: everybody; members and any token of theirs; members and tokens that may write; members in a session;
 * moderators in a session. Each may do what those before it may.
 */
export const ACCESS_LEVELS = ["public", "read", "write", "session", "moderator"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** @throws UNAUTHENTICATED for a visitor who would have to sign in, FORBIDDEN for anybody else who may not. */
export function checkAccess(actor: Actor, needed: AccessLevel): void {
  if (ACCESS_LEVELS.indexOf(needed) > ACCESS_LEVELS.indexOf(levelOf(actor))) throw refusal(actor, needed);
}

/** @throws UNAUTHENTICATED for a visitor, FORBIDDEN for an API token. */
export function requireSession(actor: Actor): SessionActor {
  if (actor.kind !== "session") throw refusal(actor, "session");
  return actor;
}

function levelOf(actor: Actor): AccessLevel {
  switch (actor.kind) {
    case "visitor":
      return "public";
    case "token":
      return actor.scope === "WRITE" ? "write" : "read";
    case "session":
      return actor.isModerator ? "moderator" : "session";
  }
}

function refusal({ kind }: Actor, needed: AccessLevel): DomainError {
  if (kind === "visitor") return new DomainError("UNAUTHENTICATED", "Sign in first.");
  if (needed === "moderator") return new DomainError("FORBIDDEN", "Only a moderator may do this.");
  if (needed === "write") return new DomainError("FORBIDDEN", "This API token may only read.");
  return new DomainError("FORBIDDEN", "An API token has no access to the account itself.");
}
