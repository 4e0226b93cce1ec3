import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Pages show the name of a member who shares nothing, too: beside their comments, and where others mention them. They are told of when it
 * changes, and when the account goes. Past `MOST` places all pages are: each of a process's kept pages is compared with each change.
 */
export class NotifyOfNamesInComments20261125100000 implements MigrationInterface {
  name = "NotifyOfNamesInComments20261125100000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const MOST = 50;
const IDS = `jsonb_path_query_array(mentions, '$.*')`;
const RENAMED = "old.username is distinct from new.username";

const UP = [
  `create index comment_mentions_idx on comment using gin (${IDS}) where mentions <> '{}'`,
  `create function notify_name_changed() returns trigger language plpgsql as $$
   declare
     places integer[];
   begin
     if tg_op = 'UPDATE' and (old.prompt_count > 0 or new.prompt_count > 0) then
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
  `drop trigger user_account_notify_updated on user_account`,
  `create trigger user_account_notify_updated after update on user_account
     for each row when (${RENAMED}) execute function notify_name_changed()`,
  `create trigger user_account_notify_deleted after delete on user_account
     for each row execute function notify_name_changed()`,
];

const DOWN = [
  `drop trigger user_account_notify_deleted on user_account`,
  `drop trigger user_account_notify_updated on user_account`,
  `create trigger user_account_notify_updated after update on user_account
     for each row when (${RENAMED} and (old.prompt_count > 0 or new.prompt_count > 0)) execute function notify_all_changed()`,
  `drop function notify_name_changed`,
  `drop index comment_mentions_idx`,
];
