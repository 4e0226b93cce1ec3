import type { MigrationInterface, QueryRunner } from "typeorm";

/** One vote of a member and prompt. Triggers count, once a statement and in the order of the prompts' numbers. */
export class CreateVotes20261123130000 implements MigrationInterface {
  name = "CreateVotes20261123130000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

/** @param changes SQL of `prompt_id, value, sign`: each vote that came with sign 1, each that went with -1 */
function countingTrigger(event: "insert" | "update" | "delete", referencing: string, changes: string): string[] {
  const name = `vote_count_${event}`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$
     begin
       with delta as (
         select prompt_id, coalesce(sum(sign) filter (where value = 1), 0) as up, coalesce(sum(sign) filter (where value = -1), 0) as down
         from (${changes}) as change group by prompt_id
       ), locked as (
         select p.id, delta.up, delta.down from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
       )
       update prompt p set upvotes = upvotes + locked.up, downvotes = downvotes + locked.down from locked where p.id = locked.id;
       return null;
     end $$`,
    `create trigger ${name} after ${event} on vote referencing ${referencing}
     for each statement execute function ${name}()`,
  ];
}

const CAME = "select prompt_id, value, 1 as sign from came";
const WENT = "select prompt_id, value, -1 as sign from went";

const UP = [
  `create table vote (
     prompt_id integer not null,
     user_id bigint not null,
     value smallint not null,
     created_at timestamptz(3) not null default now(),
     constraint vote_pk primary key (prompt_id, user_id),
     constraint vote_prompt_fk foreign key (prompt_id) references prompt (id) on delete cascade,
     constraint vote_user_fk foreign key (user_id) references user_account (id) on delete cascade,
     constraint vote_value_check check (value in (1, -1))
   )`,
  `create index vote_user_idx on vote (user_id)`,
  ...countingTrigger("insert", "new table as came", CAME),
  ...countingTrigger("update", "new table as came old table as went", `${CAME} union all ${WENT}`),
  ...countingTrigger("delete", "old table as went", WENT),
];

const DOWN = [
  `drop table vote`,
  `drop function vote_count_insert, vote_count_update, vote_count_delete`,
  `update prompt set upvotes = 0, downvotes = 0 where upvotes > 0 or downvotes > 0`,
];
