import { type DataSource, type EntityManager, In, Not } from "typeorm";
import { isInFuture, isPast, NOW, secondsFromNow } from "../../platform/database/expressions";
import { readRows } from "../../platform/database/read-rows";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor, SessionActor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import type { Problem } from "../../platform/domain/problem";
import type { ProvenAccount } from "./proven-account";
import { SessionEntity } from "./session.entity";

export interface StartedSession {
  id: string;
  userId: string;
  generation: number;
}

/** Does not include the account, so that a failed sign-in reveals nothing about it. */
export type SignInResult = { session: StartedSession; problems?: never } | { session?: never; problems: Problem[] };

/** The outcome of a change, and the current session if it continues under a new id. */
export interface ChangeResult {
  problems: Problem[];
  session?: StartedSession | null;
}

/** A session expires when it has not been used for this long. */
export const SESSION_SECONDS = 60 * 24 * 60 * 60;
/** Concurrent requests may still present the refresh token that the first of them has rotated. */
const GRACE_SECONDS = 10;
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
  return { id, userId, generation: 0 };
}

/**
 * Gives a session a new id, so that stolen copies of its cookies become invalid.
 * @throws UNAUTHENTICATED if it has ended or got another id since the request began
 */
export async function rotateSession(
  manager: EntityManager,
  { userId }: ProvenAccount,
  id: string,
): Promise<StartedSession> {
  const previous = await manager.findOneBy(SessionEntity, { id, userId });
  // What does not act for the account does not lock it: a refresh token that is reused ends the session at any time.
  if (!previous || !(await endSession(manager, userId, id))) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const { userAgent, createdAt } = previous;
  return { id: await insertSession(manager, { userId, userAgent, createdAt }), userId, generation: 0 };
}

async function insertSession(
  manager: EntityManager,
  session: Pick<SessionEntity, "userId" | "userAgent"> & { createdAt?: Date },
): Promise<string> {
  const { identifiers } = await manager.insert(SessionEntity, {
    ...session,
    expiresAt: secondsFromNow(SESSION_SECONDS),
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

/** The user of a session that is still valid; records that the session was used. */
export async function authenticateSession(
  dataSource: DataSource,
  id: string,
): Promise<Pick<SessionActor, "userId" | "isModerator"> | null> {
  const [row] = await readRows<{ user_id: string; is_moderator: boolean; stale: boolean }>(
    dataSource,
    `select user_id, account.is_moderator, last_used_at < now() - make_interval(secs => $2) as stale
     from session join account using (user_id) where session.id = $1 and expires_at > now()`,
    [id, LAST_USED_RESOLUTION_SECONDS],
  );
  if (!row) return null;
  if (row.stale) {
    await dataSource.manager.update(
      SessionEntity,
      { id, lastUsedAt: isPast(LAST_USED_RESOLUTION_SECONDS) },
      { lastUsedAt: NOW },
    );
  }
  return { userId: row.user_id, isModerator: row.is_moderator };
}

/**
 * Exchanges a refresh token for the session's next generation. Concurrent requests with the same token all get the same next
 * generation, and so does a request within the grace period that already has it: one more rotation would sign out the requests
 * still in flight. A token reused after the grace period has been stolen, so the session ends for both holders.
 */
export async function refreshSession(
  dataSource: DataSource,
  { sessionId, generation }: { sessionId: string; generation: number },
): Promise<StartedSession | null> {
  return inTransaction(dataSource, async (manager) => {
    const [session] = await manager.query<{ user_id: string; generation: number; in_grace_period: boolean }[]>(
      `select user_id, generation, generation > 0 and rotated_at > now() - make_interval(secs => $2) as in_grace_period
       from session where id = $1 and expires_at > now() for update`,
      [sessionId, GRACE_SECONDS],
    );
    if (!session) return null;
    const { user_id: userId, generation: current, in_grace_period: inGracePeriod } = session;
    if (inGracePeriod && (generation === current || generation === current - 1)) {
      return { id: sessionId, userId, generation: current };
    }
    if (generation === current) {
      await manager.update(
        SessionEntity,
        { id: sessionId },
        { generation: current + 1, rotatedAt: NOW, lastUsedAt: NOW, expiresAt: secondsFromNow(SESSION_SECONDS) },
      );
      return { id: sessionId, userId, generation: current + 1 };
    }
    await manager.delete(SessionEntity, { id: sessionId });
    return null;
  });
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
