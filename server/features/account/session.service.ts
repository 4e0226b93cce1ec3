import { type DataSource, type EntityManager, In, Not } from "typeorm";
import { isInFuture, isPast, NOW } from "../../platform/database/expressions";
import { readRows } from "../../platform/database/read-rows";
import type { Actor, SessionActor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import type { Problem } from "../../platform/domain/problem";
import type { ProvenAccount } from "./proven-account";
import { SessionEntity } from "./session.entity";

export interface StartedSession {
  id: string;
  userId: string;
}

/** Does not include the account, so that a failed sign-in reveals nothing about it. */
export type SignInResult = { session: StartedSession; problems?: never } | { session?: never; problems: Problem[] };

/** The outcome of a change, and the current session if it continues under a new id. */
export interface ChangeResult {
  problems: Problem[];
  session?: StartedSession | null;
}

/** A session expires when it has not been used for this many days. */
const SESSION_DAYS = 60;
/** The expiry moves on once a day: it is the same for all uses within one, so its index is not written at each. */
const EXPIRY = `date_trunc('day', now()) + make_interval(days => ${SESSION_DAYS + 1})`;
/** `lastUsedAt` is updated at most this often. */
const LAST_USED_RESOLUTION_SECONDS = 60;
const MAX_SESSIONS = 50;

/** Signs in. A browser has one session at a time: its previous session ends. */
export async function startSession(
  manager: EntityManager,
  { userId }: ProvenAccount,
  actor: Actor,
): Promise<StartedSession> {
  if (actor.kind === "session") await endSession(manager, actor.userId, actor.sessionId);
  const id = await insertSession(manager, { userId, userAgent: actor.caller.userAgent.slice(0, 300) });
  await pruneSessions(manager, userId);
  return { id, userId };
}

/**
 * Gives a session a new id, so that stolen copies of its cookie become invalid.
 * @throws UNAUTHENTICATED if it has ended or got another id since the request began
 */
export async function rotateSession(
  manager: EntityManager,
  { userId }: ProvenAccount,
  id: string,
): Promise<StartedSession> {
  const previous = await manager.findOneBy(SessionEntity, { id, userId });
  // Whatever does not act for the account does not lock it, and may have ended the session meanwhile.
  if (!previous || !(await endSession(manager, userId, id))) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const { userAgent, createdAt } = previous;
  return { id: await insertSession(manager, { userId, userAgent, createdAt }), userId };
}

async function insertSession(
  manager: EntityManager,
  session: Pick<SessionEntity, "userId" | "userAgent"> & { createdAt?: Date },
): Promise<string> {
  const { identifiers } = await manager.insert(SessionEntity, {
    ...session,
    expiresAt: () => EXPIRY,
  });
  return (identifiers[0] as Pick<SessionEntity, "id">).id;
}

/** Ends the user's expired sessions and, beyond the maximum, the least recently used ones. */
async function pruneSessions(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(SessionEntity, { userId, expiresAt: isPast() });
  const excess = await manager.find(SessionEntity, {
    select: { id: true },
    where: { userId },
    order: { lastUsedAt: "DESC", id: "ASC" },
    skip: MAX_SESSIONS,
  });
  if (excess.length > 0) await manager.delete(SessionEntity, { id: In(excess.map(({ id }) => id)) });
}

/** Rotates the caller's session if it belongs to the account, otherwise null. @throws as `rotateSession` does */
export async function rotateCurrentSession(
  manager: EntityManager,
  proven: ProvenAccount,
  actor: Actor,
): Promise<StartedSession | null> {
  if (actor.kind !== "session" || actor.userId !== proven.userId) return null;
  return rotateSession(manager, proven, actor.sessionId);
}

/** Deletes expired sessions. */
export async function sweepSessions(dataSource: DataSource): Promise<void> {
  await dataSource.manager.delete(SessionEntity, { expiresAt: isPast() });
}

/** A session of the account that has not ended; records that it was used. */
export async function authenticateSession(
  dataSource: DataSource,
  { sessionId: id, userId }: { sessionId: string; userId: string },
): Promise<Pick<SessionActor, "userId" | "sessionId" | "isModerator"> | null> {
  const [row] = await readRows<{ is_moderator: boolean; stale: boolean }>(
    dataSource,
    `select account.is_moderator, last_used_at < now() - make_interval(secs => $3) as stale
     from session join account using (user_id) where session.id = $1 and user_id = $2 and expires_at > now()`,
    [id, userId, LAST_USED_RESOLUTION_SECONDS],
  );
  if (!row) return null;
  if (row.stale) {
    await dataSource.manager.update(
      SessionEntity,
      { id, lastUsedAt: isPast(LAST_USED_RESOLUTION_SECONDS) },
      { lastUsedAt: NOW, expiresAt: () => EXPIRY },
    );
  }
  return { userId, sessionId: id, isModerator: row.is_moderator };
}

/** Ends one session of an account. @returns whether it existed */
export async function endSession(manager: EntityManager, userId: string, id: string): Promise<boolean> {
  const { affected } = await manager.delete(SessionEntity, { id, userId });
  return Boolean(affected);
}

/** Ends all sessions of an account, except possibly one. */
export async function endOtherSessions(manager: EntityManager, userId: string, kept: string | null): Promise<void> {
  await manager.delete(SessionEntity, { userId, ...(kept === null ? {} : { id: Not(kept) }) });
}

/** Of these sessions, those that still exist. */
export async function currentSessions(dataSource: DataSource, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows<{ id: string }>(
    dataSource,
    "select id from session where id = any($1::uuid[]) and expires_at > now()",
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function readSessions(dataSource: DataSource, { userId, sessionId }: SessionActor) {
  const sessions = await dataSource.manager.find(SessionEntity, {
    where: { userId, expiresAt: isInFuture() },
    order: { lastUsedAt: "DESC", id: "ASC" },
  });
  return sessions.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    current: id === sessionId,
    userAgent,
    createdAt,
    lastUsedAt,
  }));
}
