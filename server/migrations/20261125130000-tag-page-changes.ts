import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Tells every process, on the channel `page_change` and with the transaction of the change, what of pages has changed, by tags
 * (`page-tag.ts`): "purge prompt:7" for what may have been taken away, "refresh list:community" for what is merely out of date, and still
 * "all" for the names of tags.
 *
 * As before, counters tell nothing, nor does what only the author sees; and conditions compare columns instead of naming them after "of",
 * which other triggers would go past.
 */
export class TagPageChanges20261125130000 implements MigrationInterface {
  name = "TagPageChanges20261125130000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

/** What decides in which lists a prompt is, and where. */
const LISTED = ["origin", "author_id", "languages", "tag_ids", "listed", "created_at", "shared_at"];
const SHARES = "old.prompt_count > 0 or new.prompt_count > 0";

function differ(columns: readonly string[]): string {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(", ")})`;
  return `${row("old")} is distinct from ${row("new")}`;
}

const UP = [
  `create or replace function notify_prompt_changed() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then
       perform pg_notify('page_change', 'purge prompt:' || old.id);
     end if;
     if tg_op <> 'UPDATE' then
       perform pg_notify('page_change', 'refresh list:' || lower(coalesce(new.origin, old.origin)));
     elsif ${differ(LISTED)} then
       perform pg_notify('page_change', 'refresh list:' || lower(new.origin));
     end if;
     return null;
   end $$`,
  `create or replace function notify_prompt_text_changed() returns trigger language plpgsql as $$
   declare
     changed integer := coalesce(new.prompt_id, old.prompt_id);
     place text := (select lower(origin) from prompt where id = changed and listed);
   begin
     if place is not null then
       perform pg_notify('page_change', 'purge prompt:' || changed);
       perform pg_notify('page_change', 'refresh texts:' || place);
     end if;
     return null;
   end $$`,
  `create or replace function notify_comment_changed() returns trigger language plpgsql as $$
   begin
     if new.prompt_id is null then
       perform pg_notify('page_change', 'purge comments:feedback');
     elsif exists (select 1 from prompt where id = new.prompt_id and listed) then
       perform pg_notify('page_change', 'purge comments:' || new.prompt_id);
     end if;
     return null;
   end $$`,
  // Pages of an author's prompts stand at the name.
  `create or replace function notify_name_changed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('page_change', 'purge user:' || old.id);
     if tg_op = 'UPDATE' and (${SHARES}) then
       perform pg_notify('page_change', 'refresh list:community');
     end if;
     return null;
   end $$`,
  `drop index comment_mentions_idx`,
];

const IDS = `jsonb_path_query_array(mentions, '$.*')`;
const MOST = 50;

const DOWN = [
  `create index comment_mentions_idx on comment using gin (${IDS}) where mentions <> '{}'`,
  `create or replace function notify_name_changed() returns trigger language plpgsql as $$
   declare
     places integer[];
   begin
     if tg_op = 'UPDATE' and (${SHARES}) then
       perform pg_notify('page_change', 'all');
       return null;
     end if;
     -- 0 is the feedback page.
     places := array(
       select distinct coalesce(c.prompt_id, 0) from (
         select prompt_id from comment where author_id = old.id and shown
         union all
         select prompt_id from comment where mentions <> '{}' and ${IDS} @> to_jsonb(old.id::text) and shown
       ) c left join prompt p on p.id = c.prompt_id where c.prompt_id is null or p.listed limit ${String(MOST + 1)});
     if cardinality(places) > ${String(MOST)} then
       perform pg_notify('page_change', 'all');
     else
       perform pg_notify('page_change', 'comments' || coalesce(' ' || nullif(place, 0), '')) from unnest(places) place;
     end if;
     return null;
   end $$`,
  `create or replace function notify_comment_changed() returns trigger language plpgsql as $$
   begin
     if new.prompt_id is null then
       perform pg_notify('page_change', 'comments');
     elsif exists (select 1 from prompt where id = new.prompt_id and listed) then
       perform pg_notify('page_change', 'comments ' || new.prompt_id);
     end if;
     return null;
   end $$`,
  `create or replace function notify_prompt_text_changed() returns trigger language plpgsql as $$
   declare changed integer := coalesce(new.prompt_id, old.prompt_id);
   begin
     if exists (select 1 from prompt where id = changed and listed) then
       perform pg_notify('page_change', changed::text);
     end if;
     return null;
   end $$`,
  `create or replace function notify_prompt_changed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('page_change', coalesce(new.id, old.id)::text);
     return null;
   end $$`,
];
