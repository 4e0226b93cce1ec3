import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The public search reads `prompt_search`, which has the texts of listed prompts and no others: how long it takes tells nothing of
 * what is private. Triggers keep it. Members with many prompts search theirs by an index of their own.
 *
 * Both triggers lock the prompt first, so that a parallel change of the one waits for the other's to end, and then sees it.
 */
export class SearchListedTextsOnly20261122220000 implements MigrationInterface {
  name = "SearchListedTextsOnly20261122220000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const HEAD = "ts_filter(search, '{a,b}')";

const UP = [
  `create extension if not exists btree_gin`,

  `alter table prompt_text add author_id bigint`,
  `update prompt_text t set author_id = p.author_id from prompt p where p.id = t.prompt_id and p.author_id is not null`,
  `create function prompt_text_author() returns trigger language plpgsql as $$
   begin
     select author_id into new.author_id from prompt where id = new.prompt_id;
     return new;
   end $$`,
  `create trigger prompt_text_author before insert on prompt_text for each row execute function prompt_text_author()`,

  `create table prompt_search (
     prompt_id integer not null,
     locale text not null,
     search tsvector not null,
     head tsvector not null,
     constraint prompt_search_pk primary key (prompt_id, locale),
     constraint prompt_search_text_fk foreign key (prompt_id, locale) references prompt_text (prompt_id, locale) on delete cascade
   )`,
  `insert into prompt_search (prompt_id, locale, search, head)
   select prompt_id, locale, search, ${HEAD} from prompt_text where prompt_id in (select id from prompt where listed)`,

  `drop index prompt_text_search_idx, prompt_text_search_title_idx, prompt_text_search_head_idx`,
  `create index prompt_search_anywhere_idx on prompt_search using gin (search) with (fastupdate = off)`,
  // Titles, and titles with remarks: small, and all that most searches by relevance have to look at.
  `create index prompt_search_title_idx on prompt_search using gin (ts_filter(head, '{a}')) with (fastupdate = off)`,
  `create index prompt_search_head_idx on prompt_search using gin (head) with (fastupdate = off)`,
  `create index prompt_text_own_search_idx on prompt_text using gin (author_id, search) with (fastupdate = off)
   where author_id is not null`,

  `create function prompt_search_text() returns trigger language plpgsql as $$
   declare is_listed boolean;
   begin
     select listed into is_listed from prompt where id = new.prompt_id for no key update;
     if is_listed then
       insert into prompt_search (prompt_id, locale, search, head)
       values (new.prompt_id, new.locale, new.search, ts_filter(new.search, '{a,b}'))
       on conflict (prompt_id, locale) do update set search = excluded.search, head = excluded.head;
     end if;
     return null;
   end $$`,
  `create trigger prompt_search_inserted after insert on prompt_text for each row execute function prompt_search_text()`,
  `create trigger prompt_search_updated after update on prompt_text
     for each row when (old.search is distinct from new.search) execute function prompt_search_text()`,
  `create function prompt_search_listed() returns trigger language plpgsql as $$
   begin
     if new.listed then
       insert into prompt_search (prompt_id, locale, search, head)
       select prompt_id, locale, search, ${HEAD} from prompt_text where prompt_id = new.id
       on conflict (prompt_id, locale) do nothing;
     else
       delete from prompt_search where prompt_id = new.id;
     end if;
     return null;
   end $$`,
  `create trigger prompt_search_listed after update on prompt
     for each row when (old.listed is distinct from new.listed) execute function prompt_search_listed()`,
];

const DOWN = [
  `drop trigger prompt_search_listed on prompt`,
  `drop trigger prompt_search_updated on prompt_text`,
  `drop trigger prompt_search_inserted on prompt_text`,
  `drop trigger prompt_text_author on prompt_text`,
  `drop function prompt_search_listed, prompt_search_text, prompt_text_author`,
  `drop table prompt_search`,
  `drop index prompt_text_own_search_idx`,
  `alter table prompt_text drop column author_id`,
  `create index prompt_text_search_idx on prompt_text using gin (search) with (fastupdate = off)`,
  `create index prompt_text_search_title_idx on prompt_text using gin (ts_filter(search, '{a}')) with (fastupdate = off)`,
  `create index prompt_text_search_head_idx on prompt_text using gin (ts_filter(search, '{a,b}')) with (fastupdate = off)`,
  `drop extension btree_gin`,
];
