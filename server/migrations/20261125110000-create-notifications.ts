import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What members are told, written by triggers in the transaction that causes it: answers to their comments, comments on their prompts,
 * mentions, and what moderators did. One comment tells each member once.
 *
 * The channel `live` tells every process of the site what its open streams are waiting for:
 * - `comment <id> <prompt or -> <author or ->`: a comment that everybody sees was posted
 * - `gone <id> <prompt or ->`: one of those is not seen any more
 * - `notifications <account>`: what this member is told has changed
 * - `session <id>`: a session has ended
 */
export class CreateNotifications20261125110000 implements MigrationInterface {
  name = "CreateNotifications20261125110000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `create table notification (
     id bigint generated always as identity,
     user_id bigint not null,
     kind text not null,
     comment_id bigint,
     act_id bigint,
     created_at timestamptz(3) not null default now(),
     read_at timestamptz(3),
     constraint notification_pk primary key (id),
     constraint notification_user_fk foreign key (user_id) references user_account (id) on delete cascade,
     constraint notification_comment_fk foreign key (comment_id) references comment (id) on delete cascade,
     constraint notification_act_fk foreign key (act_id) references moderation_act (id) on delete cascade,
     constraint notification_kind_check check (kind in ('REPLY', 'COMMENT', 'MENTION', 'MODERATION')),
     constraint notification_source_check check (case kind when 'MODERATION' then act_id is not null and comment_id is null else comment_id is not null and act_id is null end),
     constraint notification_comment_unique unique (comment_id, user_id),
     constraint notification_act_unique unique (act_id)
   )`,
  `create index notification_user_idx on notification (user_id, id desc)`,
  `create index notification_unread_idx on notification (user_id, id desc) where read_at is null`,
  `create index notification_created_idx on notification (created_at)`,
  // What everybody sees of a page's comments, the newest first.
  `create index comment_newest_idx on comment (prompt_id, id desc) where live`,

  // Members who are just being deleted or renamed are skipped: waiting for them, while the prompt is locked, could be a deadlock.
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
     for each row when (new.live and old.mentions <> new.mentions and new.mentions <> '{}') execute function comment_tell_members()`,

  // DISMISS and REOPEN_REPORTS are about those who reported something.
  `create function moderation_act_tell_member() returns trigger language plpgsql as $$
   begin
     insert into notification (user_id, kind, act_id)
     select id, 'MODERATION', new.id from user_account where id = new.member_id for key share skip locked;
     return null;
   end $$`,
  `create trigger moderation_act_tell_member after insert on moderation_act
     for each row when (new.kind not in ('DISMISS', 'REOPEN_REPORTS')) execute function moderation_act_tell_member()`,

  `create function notification_announce() returns trigger language plpgsql as $$
   begin
     perform pg_notify('live', 'notifications ' || user_id) from (select distinct user_id from changed) member;
     return null;
   end $$`,
  `create trigger notification_announce_inserted after insert on notification
     referencing new table as changed for each statement execute function notification_announce()`,
  `create trigger notification_announce_updated after update on notification
     referencing new table as changed for each statement execute function notification_announce()`,
  `create trigger notification_announce_deleted after delete on notification
     referencing old table as changed for each statement execute function notification_announce()`,

  `create function comment_announce() returns trigger language plpgsql as $$
   begin
     if new.prompt_id is null or exists (select 1 from prompt where id = new.prompt_id and listed) then
       perform pg_notify('live', concat_ws(' ', 'comment', new.id, coalesce(new.prompt_id::text, '-'), coalesce(new.author_id::text, '-')));
     end if;
     return null;
   end $$`,
  `create trigger comment_announce after insert on comment
     for each row when (new.live) execute function comment_announce()`,

  // Whom it was told to sees it no more, or again. Of what is deleted nothing stays.
  `create function comment_announce_change() returns trigger language plpgsql as $$
   begin
     if old.live and (new.prompt_id is null or exists (select 1 from prompt where id = new.prompt_id and listed)) then
       perform pg_notify('live', concat_ws(' ', 'gone', new.id, coalesce(new.prompt_id::text, '-')));
     end if;
     if new.deleted_at is not null then
       delete from notification where comment_id = new.id;
     else
       perform pg_notify('live', 'notifications ' || user_id) from notification where comment_id = new.id;
     end if;
     return null;
   end $$`,
  `create trigger comment_announce_change after update on comment
     for each row when (old.live <> new.live or (old.deleted_at is null) <> (new.deleted_at is null)) execute function comment_announce_change()`,

  `create function session_announce_end() returns trigger language plpgsql as $$
   begin
     perform pg_notify('live', 'session ' || old.id);
     return null;
   end $$`,
  `create trigger session_announce_end after delete on session
     for each row execute function session_announce_end()`,
];

const DOWN = [
  `drop trigger session_announce_end on session`,
  `drop trigger comment_announce_change on comment`,
  `drop trigger comment_announce on comment`,
  `drop trigger moderation_act_tell_member on moderation_act`,
  `drop trigger comment_tell_updated on comment`,
  `drop trigger comment_tell_inserted on comment`,
  `drop index comment_newest_idx`,
  `drop table notification`,
  `drop function session_announce_end, comment_announce_change, comment_announce, notification_announce, moderation_act_tell_member, comment_tell_members`,
];
