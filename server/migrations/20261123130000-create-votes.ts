import type { MigrationInterface, QueryRunner } from "typeorm";

/** One vote for a member and prompt. Triggers count, once a statement and in the order of the prompts' numbers. */
export class CreateVotes20261123130000 implements MigrationInterface {
  name = "CreateVotes20261123130000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `create table vote (
     user_id bigint not null,
     prompt_id integer not null,
     value smallint not null,
     created_at timestamptz(3) not null default now(),
     constraint vote_pk primary key (user_id, prompt_id),
     constraint vote_user_fk foreign key (user_id) references user_account (id) on delete cascade,
     constraint vote_prompt_fk foreign key (prompt_id) references prompt (id) on delete cascade,
     constraint vote_value_check check (value in (-1, 1))
   )`,
  `create index vote_prompt_idx on vote (prompt_id)`,

  countFunction("vote_inserted", "select prompt_id, value, 1 as number from new_rows"),
  countFunction("vote_deleted", "select prompt_id, value, -1 as number from old_rows"),
  countFunction(
    "vote_updated",
    "select prompt_id, value, 1 as number from new_rows union all select prompt_id, value, -1 from old_rows",
  ),
  `create trigger vote_inserted after insert on vote
     referencing new table as new_rows for each statement execute function vote_inserted()`,
  `create trigger vote_deleted after delete on vote
     referencing old table as old_rows for each statement execute function vote_deleted()`,
  `create trigger vote_updated after update on vote
     referencing old table as old_rows new table as new_rows for each statement execute function vote_updated()`,
];

const DOWN = [
  `drop table vote`,
  `drop function vote_inserted, vote_deleted, vote_updated`,
  `update prompt set upvotes = 0, downvotes = 0 where upvotes <> 0 or downvotes <> 0`,
];

/** @param changes selects for each changed vote its prompt, its value, and 1 if it was added or -1 if it was taken away */
function countFunction(name: string, changes: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$
   begin
     with delta as (
       select prompt_id, coalesce(sum(number) filter (where value = 1), 0) as up, coalesce(sum(number) filter (where value = -1), 0) as down
       from (${changes}) as change group by prompt_id
     ), locked as (
       select p.id, delta.up, delta.down from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set upvotes = upvotes + locked.up, downvotes = downvotes + locked.down from locked where p.id = locked.id;
     return null;
   end $$`;
}
