import { type DataSource, type EntityManager, In, Not } from "typeorm";
import { isInFuture, isPast, NOW, secondsFromNow } from "../../platform/database/expressions";
import { readRows } from "../../platform/database/read-rows";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor, SessionActor } from "../../platform/domain/actor";
import type { Problem } from "../../platform/domain/problem";
import type { ProvenAccount } from "./proven-account";
import { SessionEntity } from "./session.entity";

export interface StartedSession {
  id: string;
  userId: string;
  generation: number;
}

/** The account is not told: whoever may not know it learns nothing from what is answered. */
export type SignIn = { session: StartedSession; problems?: never } | { session?: never; problems: Problem[] };

/** What was done, and the session that asked, where it goes on under another id. */
export interface Done {
  problems: Problem[];
  session?: StartedSession | null;
}

/** A session that is not used for this long ends. */
export const SESSION_SECONDS = 60 * 24 * 60 * 60;
/** Requests that left together may still bring the refresh token that the first of them has used up. */
const GRACE_SECONDS = 10;
/** How exactly its last use is known. */
const USED_EXACTNESS_SECONDS = 60;
const MOST_SESSIONS = 50;

/** Signs in. A browser has one session: the one that it had ends. */
export async function startSession(
  manager: EntityManager,
  { userId }: ProvenAccount,
  actor: Actor,
): Promise<StartedSession> {
  if (actor.kind === "session") await endSession(manager, actor.userId, actor.sessionId);
  const id = await insertSession(manager, { userId, userAgent: actor.caller.userAgent.slice(0, 300) });
  await endOldSessions(manager, userId);
  return { id, userId, generation: 0 };
}

/** Gives a session another id, so that copies of its cookies are worth nothing. Null for one that has ended. */
export async function rotateSession(
  manager: EntityManager,
  { userId }: ProvenAccount,
  id: string,
): Promise<StartedSession | null> {
  const former = await manager.findOneBy(SessionEntity, { id, userId });
  if (!former) return null;
  await manager.delete(SessionEntity, { id });
  const { userAgent, createdAt } = former;
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

/** Those that have run out, and the longest unused past as many as one has. */
async function endOldSessions(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(SessionEntity, { userId, expiresAt: isPast() });
  const unused = await manager.find(SessionEntity, {
    select: { id: true },
    where: { userId },
    order: { lastUsedAt: "DESC", id: "ASC" },
    skip: MOST_SESSIONS,
  });
  if (unused.length > 0) await manager.delete(SessionEntity, { id: In(unused.map(({ id }) => id)) });
}

/** The same for the session that asks, where it is one of the account. */
export async function rotateOwnSession(
  manager: EntityManager,
  proven: ProvenAccount,
  actor: Actor,
): Promise<StartedSession | null> {
  if (actor.kind !== "session" || actor.userId !== proven.userId) return null;
  return rotateSession(manager, proven, actor.sessionId);
}

/** Deletes what has ended by itself. */
export async function sweepSessions(dataSource: DataSource): Promise<void> {
  await dataSource.manager.delete(SessionEntity, { expiresAt: isPast() });
}

/** The member of a session that has not ended; notes that it was used. */
export async function useSession(
  dataSource: DataSource,
  id: string,
): Promise<Pick<SessionActor, "userId" | "isModerator"> | null> {
  const [row] = await readRows<{ user_id: string; is_moderator: boolean; stale: boolean }>(
    dataSource,
    `select user_id, account.is_moderator, last_used_at < now() - make_interval(secs => $2) as stale
     from session join account using (user_id) where session.id = $1 and expires_at > now()`,
    [id, USED_EXACTNESS_SECONDS],
  );
  if (!row) return null;
  if (row.stale) {
    await dataSource.manager.update(
      SessionEntity,
      { id, lastUsedAt: isPast(USED_EXACTNESS_SECONDS) },
      { lastUsedAt: NOW },
    );
  }
  return { userId: row.user_id, isModerator: row.is_moderator };
}

/**
 * What a refresh token is good for: the session in its next generation. Of requests that bring the same token at once, all get
 * the same next one, and so does who is a moment later and has it already: a further one would shut out those that are still on
 * the way. One that comes back later is in two hands: the session ends for both.
 */
export async function refreshSession(
  dataSource: DataSource,
  { sessionId, generation }: { sessionId: string; generation: number },
): Promise<StartedSession | null> {
  return inTransaction(dataSource, async (manager) => {
    const [session] = await manager.query<{ user_id: string; generation: number; just_now: boolean }[]>(
      `select user_id, generation, generation > 0 and rotated_at > now() - make_interval(secs => $2) as just_now
       from session where id = $1 and expires_at > now() for update`,
      [sessionId, GRACE_SECONDS],
    );
    if (!session) return null;
    const { user_id: userId, generation: current, just_now: justNow } = session;
    if (justNow && (generation === current || generation === current - 1)) {
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

/** Ends one session of an account. Whether there was one. */
export async function endSession(manager: EntityManager, userId: string, id: string): Promise<boolean> {
  const { affected } = await manager.delete(SessionEntity, { id, userId });
  return Boolean(affected);
}

/** Ends all sessions of an account but one. */
export async function endOtherSessions(manager: EntityManager, userId: string, kept: string | null): Promise<void> {
  await manager.delete(SessionEntity, { userId, ...(kept === null ? {} : { id: Not(kept) }) });
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
