import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who is not mentioned any more, because the comment was changed, need not read that they were: what is unread goes. */
export class WithdrawMentions20261125150000 implements MigrationInterface {
  readonly name = "WithdrawMentions20261125150000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UNREAD_MENTION = "n.kind = 'MENTION' and n.read_at is null";
/** SQL for whether a comment mentions the member of notification `n`. */
const isMentioned = (mentions: string) =>
  `exists (select 1 from jsonb_each_text(${mentions}) where value = n.user_id::text)`;

const UP = [
  // One that its member is just reading is read, and stays. Nobody waits for them while the prompt is locked.
  `create function comment_withdraw_mentions() returns trigger language plpgsql as $$
   begin
     delete from notification where id in (
       select id from notification n where comment_id = new.id and ${UNREAD_MENTION} and not ${isMentioned("new.mentions")}
       for update skip locked);
     return null;
   end $$`,
  `create trigger comment_withdraw_mentions after update on comment
     for each row when (old.mentions <> new.mentions and old.mentions <> '{}' and new.deleted_at is null)
     execute function comment_withdraw_mentions()`,
  // Those of comments that were changed before there was this trigger.
  `delete from notification n using comment c where c.id = n.comment_id and ${UNREAD_MENTION} and not ${isMentioned("c.mentions")}`,
];

const DOWN = [`drop trigger comment_withdraw_mentions on comment`, `drop function comment_withdraw_mentions`];
