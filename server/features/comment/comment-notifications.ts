import type { EntityManager } from "typeorm";

/**
 * Notifies everyone a visible comment concerns, once each: the author of the comment that it answers, the author of the prompt, and the
 * members it mentions, if they may see the prompt. Members who are just being deleted or renamed are skipped: waiting for them, while the
 * prompt is locked, could be a deadlock.
 */
export async function notifyMembers(manager: EntityManager, commentId: string): Promise<void> {
  await manager.query(
    `insert into notification (user_id, kind, comment_id)
     select member.id, reason.kind, $1
     from (
       select distinct on (user_id) user_id, kind, c.author_id, c.prompt_id
       from comment c cross join lateral (
         select author_id as user_id, 'REPLY' as kind, 1 as rank from comment where id = c.parent_id and live
         union all
         select author_id, 'COMMENT', 2 from prompt where id = c.prompt_id
         union all
         select value::bigint, 'MENTION', 3 from jsonb_each_text(c.mentions)
       ) each_reason
       where c.id = $1 and c.live
       order by user_id, rank
     ) reason
     join user_account member on member.id = reason.user_id
     where member.id <> reason.author_id
       and (reason.prompt_id is null
         or exists (select 1 from prompt p where p.id = reason.prompt_id and (p.listed or p.author_id = member.id)))
     for key share of member skip locked
     on conflict do nothing`,
    [commentId],
  );
}

/**
 * Deletes the unread notifications of members that a comment does not mention any more. One that its member is just reading counts as
 * read, and stays.
 */
export async function withdrawMentions(manager: EntityManager, commentId: string): Promise<void> {
  await manager.query(
    `delete from notification where id in (
       select n.id from notification n join comment c on c.id = n.comment_id
       where c.id = $1 and n.kind = 'MENTION' and n.read_at is null
         and not exists (select 1 from jsonb_each_text(c.mentions) where value = n.user_id::text)
       for update of n skip locked)`,
    [commentId],
  );
}

/** Deletes every notification of a comment that is being deleted. */
export async function deleteNotifications(manager: EntityManager, commentId: string): Promise<void> {
  await manager.query("delete from notification where comment_id = $1", [commentId]);
}
