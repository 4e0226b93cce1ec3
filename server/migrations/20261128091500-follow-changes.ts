import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * For whoever keeps a copy of the public prompts:
 *
 * - `updated_at` also says when a prompt became public, the first time or again: its texts may be old, but nobody could read them.
 *   `written_at` says when they were written.
 * - Lists by `updated_at` have indexes.
 * - `removed_prompt` has the numbers of the prompts that were public and are not any more.
 */
export class FollowChanges20261128091500 implements MigrationInterface {
  name = "FollowChanges20261128091500";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

/** @param times sets `written_at` and `updated_at`, once `listed` is known */
function beforeWrite(times: string): string {
  return `create or replace function prompt_before_write() returns trigger language plpgsql as $$
   begin
     if new.shared and new.author_id is not null then new.shared_at := coalesce(new.shared_at, now()); end if;
     new.listed := (new.origin = 'LIBRARY' or new.shared) and new.deleted_at is null and not new.hidden and not new.withdrawn;
     new.upvote_difference := new.upvotes - new.downvotes;
     ${times}
     if tg_op = 'INSERT' or new.tag_ids is distinct from old.tag_ids then
       if exists (select 1 from unnest(new.tag_ids) as wanted where not exists (select 1 from tag where tag.id = wanted)) then
         raise exception 'prompt % has a tag that does not exist', new.id using errcode = 'foreign_key_violation';
       end if;
     end if;
     return new;
   end $$`;
}

// Whoever writes texts or tags sets updated_at. The clock, not the transaction's beginning: a reader who was there in between has asked before.
const TIMES = `
     if tg_op = 'INSERT' or new.updated_at is distinct from old.updated_at then
       new.written_at := new.updated_at;
     elsif new.listed and not old.listed then
       new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
     end if;`;

const UP = [
  `alter table prompt add column written_at timestamptz(3) not null default now()`,
  // The triggers would announce each of them, and count them again.
  `alter table prompt disable trigger user`,
  `update prompt set written_at = updated_at`,
  `alter table prompt enable trigger user`,
  beforeWrite(TIMES),
  `create index prompt_listed_updated_idx on prompt (updated_at desc, id desc) include (tag_ids) where listed`,
  `create index prompt_listed_origin_updated_idx on prompt (origin, updated_at desc, id desc) include (tag_ids) where listed`,
  `create index prompt_author_updated_idx on prompt (author_id, updated_at desc, id desc) where listed and author_id is not null`,
  `create index prompt_own_updated_idx on prompt (author_id, updated_at desc, id desc) include (tag_ids)
     where author_id is not null and deleted_at is null`,

  // Without a foreign key: most of them are gone.
  `create table removed_prompt (
     prompt_id integer not null,
     removed_at timestamptz(3) not null,
     constraint removed_prompt_pk primary key (prompt_id)
   )`,
  `create index removed_prompt_removed_at_idx on removed_prompt (removed_at, prompt_id)`,
  `create function prompt_keep_removal() returns trigger language plpgsql as $$
   begin
     if new.listed then
       delete from removed_prompt where prompt_id = new.id;
     else
       insert into removed_prompt (prompt_id, removed_at) values (old.id, clock_timestamp())
       on conflict (prompt_id) do update set removed_at = excluded.removed_at;
     end if;
     return null;
   end $$`,
  // A number of the library can be given again.
  `create trigger prompt_removal_inserted after insert on prompt
     for each row when (new.listed and new.origin = 'LIBRARY') execute function prompt_keep_removal()`,
  `create trigger prompt_removal_updated after update on prompt
     for each row when (old.listed <> new.listed) execute function prompt_keep_removal()`,
  `create trigger prompt_removal_deleted after delete on prompt
     for each row when (old.listed) execute function prompt_keep_removal()`,
];

const DOWN = [
  `drop trigger prompt_removal_deleted on prompt`,
  `drop trigger prompt_removal_updated on prompt`,
  `drop trigger prompt_removal_inserted on prompt`,
  `drop function prompt_keep_removal`,
  `drop table removed_prompt`,
  `drop index prompt_own_updated_idx, prompt_author_updated_idx, prompt_listed_origin_updated_idx, prompt_listed_updated_idx`,
  beforeWrite(""),
  `alter table prompt drop column written_at`,
];
