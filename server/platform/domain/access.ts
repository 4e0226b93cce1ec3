import type { Actor, SessionActor } from "./actor";
import { DomainError } from "./domain-error";

/**
 * Who has access: everybody; sessions and any API token; sessions and API tokens that may write; sessions only; sessions of
 * moderators. Each level includes the access of the levels before it.
 */
export const ACCESS_LEVELS = ["public", "read", "write", "session", "moderator"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** Whether a level gives access to fewer callers than another. */
export function isStricter(level: AccessLevel, other: AccessLevel): boolean {
  return ACCESS_LEVELS.indexOf(level) > ACCESS_LEVELS.indexOf(other);
}

/** @throws UNAUTHENTICATED for a visitor who has to sign in, FORBIDDEN for anybody else without access. */
export function checkAccess(actor: Actor, needed: AccessLevel): void {
  if (isStricter(needed, levelOf(actor))) throw accessError(actor, needed);
}

/** @throws UNAUTHENTICATED for a visitor, FORBIDDEN for an API token. */
export function requireSession(actor: Actor): SessionActor {
  if (actor.kind !== "session") throw accessError(actor, "session");
  return actor;
}

/** The id of the caller's account. @throws UNAUTHENTICATED for a visitor. */
export function requireMember(actor: Actor): string {
  if (actor.kind === "visitor") throw accessError(actor, "read");
  return actor.userId;
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

function accessError({ kind }: Actor, needed: AccessLevel): DomainError {
  if (kind === "visitor") return new DomainError("UNAUTHENTICATED", "Sign in first.");
  if (needed === "moderator") return new DomainError("FORBIDDEN", "Only a moderator may do this.");
  if (needed === "write") return new DomainError("FORBIDDEN", "This API token may only read.");
  return new DomainError("FORBIDDEN", "An API token has no access to the account itself.");
}
