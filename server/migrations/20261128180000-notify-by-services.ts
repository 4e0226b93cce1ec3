import type { MigrationInterface, QueryRunner } from "typeorm";

/** The services of comments and moderation write notifications. Triggers still announce them to open streams. */
export class NotifyByServices20261128180000 implements MigrationInterface {
  name = "NotifyByServices20261128180000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const NOTIFY = `perform pg_notify('live', 'notifications ' || user_id) from notification where comment_id = new.id;`;

function announceChange(notifications: string): string {
  return `create or replace function comment_announce_change() returns trigger language plpgsql as $$
   begin
     if old.live and (new.prompt_id is null or exists (select 1 from prompt where id = new.prompt_id and listed)) then
       perform pg_notify('live', concat_ws(' ', 'gone', new.id, coalesce(new.prompt_id::text, '-')));
     end if;
     ${notifications}
     return null;
   end $$`;
}

const UP = [
  `drop trigger comment_tell_inserted on comment`,
  `drop trigger comment_tell_updated on comment`,
  `drop trigger comment_withdraw_mentions on comment`,
  `drop trigger moderation_act_tell_member on moderation_act`,
  `drop function comment_tell_members, comment_withdraw_mentions, moderation_act_tell_member`,
  announceChange(NOTIFY),
];

const DOWN = [
  announceChange(`if new.deleted_at is not null then
       delete from notification where comment_id = new.id;
     else
       ${NOTIFY}
     end if;`),
  `create function comment_tell_members() returns trigger language plpgsql as $$
   begin
     insert into notification (user_id, kind, comment_id)
     select member.id, told.kind, new.id
     from (
       select distinct on (id) id, kind from (
         select author_id as id, 'REPLY' as kind, 1 as rank from comment where id = new.parent_id and live
         union all
         select author_id, 'COMMENT', 2 from prompt where id = new.prompt_id
         union all
         select value::bigint, 'MENTION', 3 from jsonb_each_text(new.mentions)
       ) reason order by id, rank
     ) told
     join user_account member on member.id = told.id
     where member.id <> new.author_id
       and (new.prompt_id is null or exists (select 1 from prompt where id = new.prompt_id and (listed or author_id = member.id)))
     for key share of member skip locked
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger comment_tell_inserted after insert on comment
     for each row when (new.live) execute function comment_tell_members()`,
  `create trigger comment_tell_updated after update on comment
     for each row when (new.live and (old.mentions <> new.mentions and new.mentions <> '{}' or old.deleted_at is not null))
     execute function comment_tell_members()`,
  `create function comment_withdraw_mentions() returns trigger language plpgsql as $$
   begin
     delete from notification where id in (
       select id from notification n where comment_id = new.id and n.kind = 'MENTION' and n.read_at is null
         and not exists (select 1 from jsonb_each_text(new.mentions) where value = n.user_id::text)
       for update skip locked);
     return null;
   end $$`,
  `create trigger comment_withdraw_mentions after update on comment
     for each row when (old.mentions <> new.mentions and old.mentions <> '{}' and new.deleted_at is null)
     execute function comment_withdraw_mentions()`,
  `create function moderation_act_tell_member() returns trigger language plpgsql as $$
   begin
     insert into notification (user_id, kind, act_id)
     select id, 'MODERATION', new.id from user_account where id = new.member_id for key share skip locked;
     return null;
   end $$`,
  `create trigger moderation_act_tell_member after insert on moderation_act
     for each row when (new.kind not in ('DISMISS', 'REOPEN_REPORTS')) execute function moderation_act_tell_member()`,
];
