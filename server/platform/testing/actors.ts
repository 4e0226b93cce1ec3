import type { DataSource } from "typeorm";
import type { SessionActor } from "../domain/actor";
import { insertUsers } from "./community";

export const TEST_CALLER = { address: "192.0.2.1", userAgent: "Test" };

/** Creates members who are signed in, without hashing passwords. */
export async function insertActors(dataSource: DataSource, name: string, count: number): Promise<SessionActor[]> {
  const ids = await insertUsers(
    dataSource,
    Array.from({ length: count }, (_, index) => `${name}-${String(index)}`),
  );
  await dataSource.query(
    `insert into account (user_id, username_skeleton, email, email_key, locale, terms_accepted_at)
     select id, username_key, username || '@example.org', username_key || '@example.org', 'en', now() from user_account where id = any($1::bigint[])`,
    [ids],
  );
  const sessions = await dataSource.query<{ id: string; user_id: string }[]>(
    `insert into session (user_id, user_agent, expires_at) select id, 'Test', now() + interval '1 day' from unnest($1::bigint[]) as id
     returning id, user_id`,
    [ids],
  );
  return sessions.map(({ id, user_id }) => ({
    kind: "session",
    caller: TEST_CALLER,
    userId: user_id,
    sessionId: id,
    isModerator: false,
  }));
}
