import type { EntityManager } from "typeorm";

/**
 * SQL for the prompts whose comments a member has written. Who changes comments locks their prompts first, in the order of their ids, then
 * the threads of the feedback page: whoever changes all comments of a member has to do both before the first of them.
 * @param user SQL of the member's id
 */
export function promptsCommentedBy(user: string): string {
  return `select prompt_id from comment where author_id = ${user} and prompt_id is not null`;
}

/** Locks the threads of the feedback page in which a member has written, after the prompts. */
export async function lockThreadsOf(manager: EntityManager, userId: string): Promise<void> {
  await manager.query(
    `select 1 from comment where id in (select root_id from comment where author_id = $1 and prompt_id is null)
     order by id for no key update`,
    [userId],
  );
}

/** Deletes all comments of a member as their author would, once their prompts and threads are locked. Their places stay while they have replies. */
export async function deleteCommentsOf(manager: EntityManager, userId: string): Promise<void> {
  await manager.query("delete from notification where comment_id in (select id from comment where author_id = $1)", [
    userId,
  ]);
  await manager.query(
    `update comment set body = '', html = '{}', mentions = '{}', author_id = null, edited_at = null, deleted_at = now()
     where author_id = $1`,
    [userId],
  );
}
