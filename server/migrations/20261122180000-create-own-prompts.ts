import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What members need to write prompts: former versions, deletion that can be undone for a while, and hiding by whoever runs the site.
 * A deleted or hidden prompt is not listed, so every public list, count and cached page follows.
 */
export class CreateOwnPrompts20261122180000 implements MigrationInterface {
  name = "CreateOwnPrompts20261122180000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

function beforeWrite(listed: string): string {
  return `create or replace function prompt_before_write() returns trigger language plpgsql as $$
   begin
     new.listed := ${listed};
     new.upvote_difference := new.upvotes - new.downvotes;
     if tg_op = 'INSERT' or new.tag_ids is distinct from old.tag_ids then
       if exists (select 1 from unnest(new.tag_ids) as wanted where not exists (select 1 from tag where tag.id = wanted)) then
         raise exception 'prompt % has a tag that does not exist', new.id using errcode = 'foreign_key_violation';
       end if;
     end if;
     return new;
   end $$`;
}

const UP = [
  `alter table prompt add column deleted_at timestamptz(3), add column hidden boolean not null default false`,
  beforeWrite("(new.origin = 'LIBRARY' or new.shared) and new.deleted_at is null and not new.hidden"),
  `create index prompt_deleted_at_idx on prompt (deleted_at) where deleted_at is not null`,
  `create table prompt_revision (
     prompt_id integer not null,
     number integer not null,
     source_locale text not null,
     languages text[] not null,
     tag_ids integer[] not null,
     created_at timestamptz(3) not null,
     constraint prompt_revision_pk primary key (prompt_id, number),
     constraint prompt_revision_prompt_fk foreign key (prompt_id) references prompt (id) on delete cascade
   )`,
  // A text is stored with the last version that had it. A version's text is that of the first of these from its number on, or else
  // the current one.
  `create table prompt_revision_text (
     prompt_id integer not null,
     locale text not null,
     number integer not null,
     title text not null,
     content text not null,
     remark text,
     notes text,
     constraint prompt_revision_text_pk primary key (prompt_id, locale, number),
     constraint prompt_revision_text_prompt_fk foreign key (prompt_id) references prompt (id) on delete cascade
   )`,
];

const DOWN = [
  `drop table prompt_revision_text, prompt_revision`,
  `drop index prompt_deleted_at_idx`,
  `delete from prompt where deleted_at is not null or hidden`,
  beforeWrite("new.origin = 'LIBRARY' or new.shared"),
  `alter table prompt drop column deleted_at, drop column hidden`,
];
