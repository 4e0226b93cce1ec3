import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a comment said, for the minute in which its author can take the deletion back. Whom it told is told again then. */
export class UndoDeletedComments20261128080000 implements MigrationInterface {
  name = "UndoDeletedComments20261128080000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const MENTIONS_ANEW = "old.mentions <> new.mentions and new.mentions <> '{}'";

const UP = [
  `create table deleted_comment (
     comment_id bigint not null constraint deleted_comment_pk primary key
       constraint deleted_comment_comment_fk references comment (id) on delete cascade,
     author_id bigint not null constraint deleted_comment_author_fk references user_account (id) on delete cascade,
     body text not null,
     mentions jsonb not null,
     edited_at timestamptz(3),
     deleted_at timestamptz(3) not null default now()
   )`,
  `create index deleted_comment_author_idx on deleted_comment (author_id)`,
  `create index deleted_comment_deleted_at_idx on deleted_comment (deleted_at)`,
  `drop trigger comment_tell_updated on comment`,
  `create trigger comment_tell_updated after update on comment
     for each row when (new.live and (${MENTIONS_ANEW} or old.deleted_at is not null)) execute function comment_tell_members()`,
];

const DOWN = [
  `drop trigger comment_tell_updated on comment`,
  `create trigger comment_tell_updated after update on comment
     for each row when (new.live and ${MENTIONS_ANEW}) execute function comment_tell_members()`,
  `drop table deleted_comment`,
];
