import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { DataSource, EntityManager } from "typeorm";
import { checkAccess } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { withWriter } from "../account";
import { visibleTo } from "../prompt";

export const MAX_FAVORITES = 50_000;

/** For each account, adding, removing and moving together. */
export const WRITES = { limit: 600, seconds: 60 * 60 };

/** Keys grow where prompts are moved to the same place again and again. Longer ones are made anew, all of the list. */
const MAX_KEY_LENGTH = 64;

/**
 * Adds a prompt at the top of the caller's favourites, unless it is among them.
 * @returns TOO_MANY past `limit` @throws NOT_FOUND for a prompt that the caller may not see, RATE_LIMITED
 */
export function addFavorite(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
  limit: number = MAX_FAVORITES,
): Promise<Problem[]> {
  return changeList(dataSource, actor, async (manager, userId) => {
    const id = await requireVisible(manager, userId, promptId);
    const [list] = await manager.query<{ top: string | null; full: boolean; has: boolean }[]>(
      `select (select min(position) from favorite where user_id = $1) as top,
         (select count(*) from favorite where user_id = $1) >= $3 as full,
         exists (select 1 from favorite where user_id = $1 and prompt_id = $2) as has`,
      [userId, id, limit],
    );
    if (!list || list.has) return [];
    if (list.full) return [problem(ProblemCode.TOO_MANY, null, limit)];
    await manager.query("insert into favorite (user_id, prompt_id, position) values ($1, $2, $3)", [
      userId,
      id,
      generateKeyBetween(null, list.top),
    ]);
    return [];
  });
}

/** The numbers of a member's favourites that they may see, in their order. */
export async function readFavoriteNumbers(manager: EntityManager, userId: string): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(
    `select p.id from favorite f join prompt p on p.id = f.prompt_id and ${visibleTo("$1::bigint")}
     where f.user_id = $1 order by f.position, f.prompt_id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Adds prompts behind a member's other favourites, in the given order; those that are there stay in their places.
 * @returns the numbers of prompts that the member may not see, or for which there was no room
 */
export async function appendFavorites(
  manager: EntityManager,
  userId: string,
  promptIds: readonly number[],
  limit: number = MAX_FAVORITES,
): Promise<{ added: number; invisible: Set<number>; tooMany: Set<number> }> {
  await lockList(manager, userId);
  const rows = await manager.query<{ id: number; has: boolean }[]>(
    `select p.id, f.prompt_id is not null as has
     from prompt p left join favorite f on f.prompt_id = p.id and f.user_id = $1
     where p.id = any($2::int[]) and ${visibleTo("$1::bigint")} order by p.id for key share of p`,
    [userId, promptIds],
  );
  const visible = new Map(rows.map(({ id, has }) => [id, has]));
  const [list] = await manager.query<{ last: string | null; count: number }[]>(
    "select max(position) as last, count(*)::int as count from favorite where user_id = $1",
    [userId],
  );
  const wanted = [...new Set(promptIds)].filter((id) => visible.get(id) === false);
  const added = wanted.slice(0, Math.max(0, limit - (list?.count ?? 0)));
  await manager.query(
    `insert into favorite (user_id, prompt_id, position)
     select $1, prompt_id, position from unnest($2::int[], $3::text[]) as new (prompt_id, position)`,
    [userId, added, generateNKeysBetween(list?.last ?? null, null, added.length)],
  );
  return {
    added: added.length,
    invisible: new Set(promptIds.filter((id) => !visible.has(id))),
    tooMany: new Set(wanted.slice(added.length)),
  };
}

/** Takes a prompt from the caller's favourites, where it may be hidden. @throws NOT_FOUND for one that is not there, and that the caller may not see */
export async function removeFavorite(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
): Promise<void> {
  await changeList(dataSource, actor, async (manager, userId) => {
    // Before the favourite's row, as whoever deletes the prompt does.
    await manager.query(
      `select 1 from prompt where id = $1 and exists (select 1 from favorite where user_id = $2 and prompt_id = $1) for no key update`,
      [promptId ?? null, userId],
    );
    const [, count] = await manager.query<[unknown[], number]>(
      "delete from favorite where user_id = $1 and prompt_id = $2",
      [userId, promptId ?? null],
    );
    if (count === 0) await requireVisible(manager, userId, promptId);
  });
}

/**
 * Moves one of the caller's favourites in front of another one, or to the end.
 * @throws NOT_FOUND if one of them is not among the favourites, RATE_LIMITED
 */
export async function moveFavorite(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
  before: number | null | undefined,
): Promise<void> {
  await changeList(dataSource, actor, async (manager, userId) => {
    const position = async (id: number | undefined) => {
      const [row] = await manager.query<{ position: string }[]>(
        "select position from favorite where user_id = $1 and prompt_id = $2",
        [userId, id ?? null],
      );
      if (!row) throw new DomainError("NOT_FOUND", "This prompt is not among your favourites.");
      return row.position;
    };
    await position(promptId);
    const upper = before === null ? null : await position(before);
    if (promptId === undefined || promptId === before) return;
    const [row] = await manager.query<{ lower: string | null }[]>(
      `select max(position) as lower from favorite
       where user_id = $1 and prompt_id <> $2 and ($3::text is null or position < $3::text collate "C")`,
      [userId, promptId, upper],
    );
    const key = generateKeyBetween(row?.lower ?? null, upper);
    await manager.query("update favorite set position = $3 where user_id = $1 and prompt_id = $2", [
      userId,
      promptId,
      key,
    ]);
    if (key.length > MAX_KEY_LENGTH) await shortenKeys(manager, userId);
  });
}

/** Gives all favourites of a member short keys in the same order. */
async function shortenKeys(manager: EntityManager, userId: string): Promise<void> {
  const rows = await manager.query<{ prompt_id: number }[]>(
    "select prompt_id from favorite where user_id = $1 order by position, prompt_id",
    [userId],
  );
  await manager.query(
    `update favorite f set position = renamed.position from unnest($2::int[], $3::text[]) as renamed (prompt_id, position)
     where f.user_id = $1 and f.prompt_id = renamed.prompt_id`,
    [userId, rows.map((row) => row.prompt_id), generateNKeysBetween(null, null, rows.length)],
  );
}

/** Locks the number of a prompt that the member may see. @throws NOT_FOUND for every other one */
async function requireVisible(manager: EntityManager, userId: string, id: number | undefined): Promise<number> {
  const rows = await manager.query<unknown[]>(
    `select 1 from prompt p where p.id = $1 and ${visibleTo("$2::bigint")} for key share`,
    [id ?? null, userId],
  );
  if (id === undefined || rows.length === 0) throw new DomainError("NOT_FOUND", "There is no prompt with this number.");
  return id;
}

/** One change of a member's list at a time: each key depends on those beside it. */
async function changeList<Result>(
  dataSource: DataSource,
  actor: Actor,
  change: (manager: EntityManager, userId: string) => Promise<Result>,
): Promise<Result> {
  checkAccess(actor, "write");
  if (actor.kind !== "visitor") await consumeRateLimit(dataSource, "write-favorite", { account: actor.userId }, WRITES);
  return withWriter(dataSource, actor, async (manager, userId) => {
    await lockList(manager, userId);
    return change(manager, userId);
  });
}

async function lockList(manager: EntityManager, userId: string): Promise<void> {
  await manager.query("select pg_advisory_xact_lock(hashtextextended('favorites ' || $1, 0))", [userId]);
}
