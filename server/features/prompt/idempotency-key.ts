import type { EntityManager } from "typeorm";

/** @returns the number of the author's prompt that was made with the key; undefined without a key, and if it is deleted */
export async function findByKey(
  manager: EntityManager,
  authorId: string,
  key: string | undefined,
): Promise<number | undefined> {
  if (key === undefined) return undefined;
  const [prompt] = await manager.query<{ id: number }[]>(
    "select id from prompt where author_id = $1 and idempotency_key = $2 and deleted_at is null",
    [authorId, key],
  );
  return prompt?.id;
}

/** The same, within the transaction that makes the prompt: of two requests at once, the second one waits and finds what the first has made. */
export async function lockKey(
  manager: EntityManager,
  authorId: string,
  key: string | undefined,
): Promise<number | undefined> {
  if (key === undefined) return undefined;
  await manager.query("select pg_advisory_xact_lock(hashtextextended('prompt of ' || $1 || ' ' || $2, 0))", [
    authorId,
    key,
  ]);
  const made = await findByKey(manager, authorId, key);
  // A deleted prompt leaves its key to the next one, and can still be brought back.
  if (made === undefined)
    await manager.query("update prompt set idempotency_key = null where author_id = $1 and idempotency_key = $2", [
      authorId,
      key,
    ]);
  return made;
}

export async function storeKey(manager: EntityManager, id: number, key: string | undefined): Promise<void> {
  if (key === undefined) return;
  await manager.query("update prompt set idempotency_key = $2 where id = $1", [id, key]);
}
