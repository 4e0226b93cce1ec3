import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Tells every process of the site, with the transaction that makes it, of each change of what pages show: on the channel
 * `page_change` the number of a prompt, or "all".
 *
 * - Counters tell nothing: they change all the time, pages may show them a minute late, and transactions that tell something
 *   end one after the other.
 * - What only the author sees tells nothing, or whoever watches the cache could tell when somebody writes.
 * - The conditions compare columns and do not name them after "of": other triggers set some of these columns, and such changes
 *   would go unnoticed.
 */
export class NotifyPageChanges20261121120000 implements MigrationInterface {
  name = "NotifyPageChanges20261121120000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const SHOWN_OF_PROMPT = [
  "id",
  "origin",
  "author_id",
  "source_locale",
  "languages",
  "tag_ids",
  "shared",
  "listed",
  "created_at",
  "updated_at",
  "shared_at",
];
const SHOWN_OF_TEXT = ["prompt_id", "locale", "title", "remark", "content", "notes"];

function differs(columns: readonly string[]): string {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(", ")})`;
  return `${row("old")} is distinct from ${row("new")}`;
}

const UP = [
  `create function notify_prompt_changed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('page_change', coalesce(new.id, old.id)::text);
     return null;
   end $$`,
  `create function notify_prompt_text_changed() returns trigger language plpgsql as $$
   declare changed integer := coalesce(new.prompt_id, old.prompt_id);
   begin
     if exists (select 1 from prompt where id = changed and listed) then
       perform pg_notify('page_change', changed::text);
     end if;
     return null;
   end $$`,
  `create function notify_all_changed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('page_change', 'all');
     return null;
   end $$`,

  `create trigger prompt_notify_inserted after insert on prompt
     for each row when (new.listed) execute function notify_prompt_changed()`,
  `create trigger prompt_notify_updated after update on prompt
     for each row when ((old.listed or new.listed) and ${differs(SHOWN_OF_PROMPT)}) execute function notify_prompt_changed()`,
  `create trigger prompt_notify_deleted after delete on prompt
     for each row when (old.listed) execute function notify_prompt_changed()`,

  `create trigger prompt_text_notify_written after insert or delete on prompt_text
     for each row execute function notify_prompt_text_changed()`,
  `create trigger prompt_text_notify_updated after update on prompt_text
     for each row when (${differs(SHOWN_OF_TEXT)}) execute function notify_prompt_text_changed()`,

  // A tag may stand on any page; its count is one of the counters.
  `create trigger tag_notify_written after insert or delete on tag
     for each row execute function notify_all_changed()`,
  `create trigger tag_notify_updated after update on tag
     for each row when (old.slug is distinct from new.slug) execute function notify_all_changed()`,
  `create trigger tag_text_notify_written after insert or delete on tag_text
     for each row execute function notify_all_changed()`,
  `create trigger tag_text_notify_updated after update on tag_text
     for each row when (old is distinct from new) execute function notify_all_changed()`,

  `create trigger user_account_notify_updated after update on user_account
     for each row when (old.username is distinct from new.username) execute function notify_all_changed()`,
];

const DOWN = [
  `drop trigger user_account_notify_updated on user_account`,
  `drop trigger tag_text_notify_updated on tag_text`,
  `drop trigger tag_text_notify_written on tag_text`,
  `drop trigger tag_notify_updated on tag`,
  `drop trigger tag_notify_written on tag`,
  `drop trigger prompt_text_notify_updated on prompt_text`,
  `drop trigger prompt_text_notify_written on prompt_text`,
  `drop trigger prompt_notify_deleted on prompt`,
  `drop trigger prompt_notify_updated on prompt`,
  `drop trigger prompt_notify_inserted on prompt`,
  `drop function notify_all_changed, notify_prompt_text_changed, notify_prompt_changed`,
];
