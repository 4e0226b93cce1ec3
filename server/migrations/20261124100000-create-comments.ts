import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Comments on prompts, and on the feedback page (`prompt_id` null).
 *
 * - `path` puts the replies of a thread into the order in which they are read: each after what it answers. It has three levels, as
 *   pages indent no deeper; replies below the third stand on it, one after the other.
 * - `live` says whether readers see the text. What is not live keeps its place (`shown`) while something below it is.
 * - Triggers keep `live_below` and `prompt.comment_count`, once a statement and in the order of ids, and tell the processes of the
 *   site which page has changed.
 */
export class CreateComments20261124100000 implements MigrationInterface {
  name = "CreateComments20261124100000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

/** The digits of an id in a path, so that texts compare as numbers do. */
const DIGITS = 12;

const UP = [
  `create table comment (
     id bigint generated always as identity,
     prompt_id integer,
     parent_id bigint,
     root_id bigint not null,
     depth integer not null,
     path text collate "C" not null,
     author_id bigint,
     body text not null,
     html text[] not null,
     html_version smallint not null,
     mentions jsonb not null default '{}',
     closed boolean not null default false,
     hidden boolean not null default false,
     withdrawn boolean not null default false,
     live boolean not null default true,
     live_below integer not null default 0,
     shown boolean not null default true,
     created_at timestamptz(3) not null default now(),
     edited_at timestamptz(3),
     deleted_at timestamptz(3),
     constraint comment_pk primary key (id),
     constraint comment_prompt_fk foreign key (prompt_id) references prompt (id) on delete cascade,
     constraint comment_parent_fk foreign key (parent_id) references comment (id) on delete cascade,
     constraint comment_author_fk foreign key (author_id) references user_account (id) on delete set null,
     constraint comment_deleted_check check (deleted_at is null or (author_id is null and body = '' and html = '{}' and mentions = '{}')),
     constraint comment_closed_check check (not closed or parent_id is null),
     constraint comment_live_below_check check (live_below >= 0)
   )`,
  `create index comment_thread_idx on comment (prompt_id, id desc) where parent_id is null and shown`,
  `create index comment_reply_idx on comment (root_id, path) where parent_id is not null and shown`,
  `create index comment_parent_idx on comment (parent_id)`,
  `create index comment_author_idx on comment (author_id, id desc)`,
  `create index comment_hidden_idx on comment (author_id, id desc) where hidden`,
  `create index comment_prompt_idx on comment (prompt_id)`,
  `create index comment_html_version_idx on comment (html_version)`,

  `create function comment_before_insert() returns trigger language plpgsql as $$
   declare answered comment;
   begin
     new.root_id := new.id;
     new.depth := 0;
     new.path := '';
     if new.parent_id is not null then
       select * into strict answered from comment where id = new.parent_id;
       new.prompt_id := answered.prompt_id;
       new.root_id := answered.root_id;
       new.depth := answered.depth + 1;
       new.path := concat_ws('/',
         nullif(case when answered.depth < 3 then answered.path else left(answered.path, ${String(2 * DIGITS + 1)}) end, ''),
         lpad(new.id::text, ${String(DIGITS)}, '0'));
     end if;
     return new;
   end $$`,
  `create trigger comment_before_insert before insert on comment
     for each row execute function comment_before_insert()`,
  `create function comment_before_write() returns trigger language plpgsql as $$
   begin
     new.live := new.deleted_at is null and not new.hidden and not new.withdrawn;
     new.shown := new.live or new.live_below > 0;
     return new;
   end $$`,
  `create trigger comment_before_write before insert or update on comment
     for each row execute function comment_before_write()`,

  countFunction(
    "comment_inserted",
    "select id, root_id, path, prompt_id, live::int as number from new_rows where live",
  ),
  countFunction(
    "comment_updated",
    `select new_rows.id, new_rows.root_id, new_rows.path, new_rows.prompt_id, new_rows.live::int - old_rows.live::int as number
     from new_rows join old_rows using (id) where new_rows.live <> old_rows.live`,
  ),
  `create trigger comment_inserted after insert on comment
     referencing new table as new_rows for each statement execute function comment_inserted()`,
  `create trigger comment_updated after update on comment
     referencing old table as old_rows new table as new_rows for each statement execute function comment_updated()`,

  // The pages of that prompt, or of feedback, without the lists that count its comments. What only some see tells nothing.
  `create function notify_comment_changed() returns trigger language plpgsql as $$
   begin
     if new.prompt_id is null then
       perform pg_notify('page_change', 'comments');
     elsif exists (select 1 from prompt where id = new.prompt_id and listed) then
       perform pg_notify('page_change', 'comments ' || new.prompt_id);
     end if;
     return null;
   end $$`,
  `create trigger comment_notify_inserted after insert on comment
     for each row when (new.shown) execute function notify_comment_changed()`,
  `create trigger comment_notify_updated after update on comment
     for each row when ((old.shown or new.shown)
       and (old.shown, old.live, old.author_id, old.body, old.closed) is distinct from (new.shown, new.live, new.author_id, new.body, new.closed))
     execute function notify_comment_changed()`,
];

const DOWN = [
  `drop table comment`,
  `drop function comment_before_insert, comment_before_write, comment_inserted, comment_updated, notify_comment_changed`,
  `update prompt set comment_count = 0 where comment_count <> 0`,
];

/** @param changes selects for each comment that came or went its place, and 1 or -1 */
function countFunction(name: string, changes: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$
   begin
     -- Counting changes the table too.
     if not exists (${changes}) then return null; end if;

     with change as (${changes}), delta as (
       select prompt_id, sum(number) as number from change where prompt_id is not null group by prompt_id
     ), locked as (
       select p.id, delta.number from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set comment_count = comment_count + locked.number from locked where p.id = locked.id and locked.number <> 0;

     with change as (${changes}), delta as (
       select above.id, sum(number) as number from change
       cross join lateral (
         select root_id as id union all select part::bigint from unnest(string_to_array(change.path, '/')) as part
       ) above
       where above.id <> change.id group by above.id
     ), locked as (
       select c.id, delta.number from comment c join delta on delta.id = c.id order by c.id for no key update of c
     )
     update comment c set live_below = live_below + locked.number from locked where c.id = locked.id and locked.number <> 0;
     return null;
   end $$`;
}
