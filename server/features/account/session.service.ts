import type { DataSource, EntityManager } from "typeorm";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor, SessionActor } from "../../platform/domain/actor";
import type { Problem } from "../../platform/domain/problem";
import type { ProvenAccount } from "./proven-account";

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
  const [session] = await manager.query<{ id: string }[]>(
    `insert into session (user_id, user_agent, expires_at) values ($1, $2, now() + make_interval(secs => $3)) returning id`,
    [userId, actor.caller.userAgent.slice(0, 300), SESSION_SECONDS],
  );
  if (!session) throw new Error("The session could not be made.");
  await manager.query(
    `delete from session where user_id = $1 and (expires_at <= now() or id in (
       select id from session where user_id = $1 order by last_used_at desc, id offset $2))`,
    [userId, MOST_SESSIONS],
  );
  return { id: session.id, userId, generation: 0 };
}

/** Gives a session another id, so that copies of its cookies are worth nothing. Null for one that has ended. */
export async function rotateSession(
  manager: EntityManager,
  { userId }: ProvenAccount,
  id: string,
): Promise<StartedSession | null> {
  const [session] = await manager.query<{ id: string }[]>(
    `with former as (delete from session where id = $1 and user_id = $2 returning *)
     insert into session (user_id, user_agent, created_at, expires_at)
     select user_id, user_agent, created_at, now() + make_interval(secs => $3) from former returning id`,
    [id, userId, SESSION_SECONDS],
  );
  return session ? { id: session.id, userId, generation: 0 } : null;
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
  await dataSource.query(`delete from session where expires_at <= now()`);
}

/** The member of a session that has not ended; notes that it was used. */
export async function useSession(
  dataSource: DataSource,
  id: string,
): Promise<Pick<SessionActor, "userId" | "isModerator"> | null> {
  const [row] = await dataSource.query<{ user_id: string; is_moderator: boolean; stale: boolean }[]>(
    `select user_id, account.is_moderator, last_used_at < now() - make_interval(secs => $2) as stale
     from session join account using (user_id) where session.id = $1 and expires_at > now()`,
    [id, USED_EXACTNESS_SECONDS],
  );
  if (!row) return null;
  if (row.stale) {
    await dataSource.query(
      `update session set last_used_at = now() where id = $1 and last_used_at < now() - make_interval(secs => $2)`,
      [id, USED_EXACTNESS_SECONDS],
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
      await manager.query(
        `update session set generation = generation + 1, rotated_at = now(), last_used_at = now(),
           expires_at = now() + make_interval(secs => $2) where id = $1`,
        [sessionId, SESSION_SECONDS],
      );
      return { id: sessionId, userId, generation: current + 1 };
    }
    await manager.query(`delete from session where id = $1`, [sessionId]);
    return null;
  });
}

/** Ends one session of an account. Whether there was one. */
export async function endSession(manager: EntityManager, userId: string, id: string): Promise<boolean> {
  const rows = await manager.query<[unknown[], number]>(`delete from session where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  return rows[1] > 0;
}

/** Ends all sessions of an account but one. */
export async function endOtherSessions(manager: EntityManager, userId: string, kept: string | null): Promise<void> {
  await manager.query(`delete from session where user_id = $1 and id is distinct from $2::uuid`, [userId, kept]);
}

export async function readSessions(dataSource: DataSource, { userId, sessionId }: SessionActor) {
  const rows = await dataSource.query<{ id: string; user_agent: string; created_at: Date; last_used_at: Date }[]>(
    `select id, user_agent, created_at, last_used_at from session where user_id = $1 and expires_at > now() order by last_used_at desc, id`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}
