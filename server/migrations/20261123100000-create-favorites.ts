import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What members keep, each in their own order. `position` is a key between those of the neighbours, so that moving one writes one row.
 * Triggers count, once a statement and in the order of the prompts' numbers.
 */
export class CreateFavorites20261123100000 implements MigrationInterface {
  name = "CreateFavorites20261123100000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `create table favorite (
     user_id bigint not null,
     prompt_id integer not null,
     position text collate "C" not null,
     created_at timestamptz(3) not null default now(),
     constraint favorite_pk primary key (user_id, prompt_id),
     constraint favorite_user_fk foreign key (user_id) references user_account (id) on delete cascade,
     constraint favorite_prompt_fk foreign key (prompt_id) references prompt (id) on delete cascade
   )`,
  `create index favorite_position_idx on favorite (user_id, position, prompt_id)`,
  `create index favorite_created_at_idx on favorite (user_id, created_at, prompt_id)`,
  `create index favorite_prompt_idx on favorite (prompt_id)`,

  `create function favorite_count() returns trigger language plpgsql as $$
   begin
     with delta as (
       select prompt_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change from changed_rows group by prompt_id
     ), locked as (
       select p.id, delta.change from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set favorite_count = favorite_count + locked.change from locked where p.id = locked.id;
     return null;
   end $$`,
  `create trigger favorite_inserted after insert on favorite
     referencing new table as changed_rows for each statement execute function favorite_count()`,
  `create trigger favorite_deleted after delete on favorite
     referencing old table as changed_rows for each statement execute function favorite_count()`,
];

const DOWN = [`drop table favorite`, `drop function favorite_count`, `update prompt set favorite_count = 0`];
