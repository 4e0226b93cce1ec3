import type { MigrationInterface, QueryRunner } from "typeorm";

/** A search of one's own prompts reads the newest thousand, without an index of authors and words. */
export class SearchNewestOwnPrompts20261128181000 implements MigrationInterface {
  name = "SearchNewestOwnPrompts20261128181000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `drop index prompt_text_own_search_idx, prompt_text_own_head_idx`,
  `drop trigger prompt_text_author on prompt_text`,
  `drop function prompt_text_author`,
  `alter table prompt_text drop column author_id`,
];

const DOWN = [
  `alter table prompt_text add author_id bigint`,
  `update prompt_text t set author_id = p.author_id from prompt p where p.id = t.prompt_id and p.author_id is not null`,
  `create function prompt_text_author() returns trigger language plpgsql as $$
   begin
     select author_id into new.author_id from prompt where id = new.prompt_id;
     return new;
   end $$`,
  `create trigger prompt_text_author before insert on prompt_text for each row execute function prompt_text_author()`,
  `create index prompt_text_own_search_idx on prompt_text using gin (author_id, search) with (fastupdate = off)
   where author_id is not null`,
  `create index prompt_text_own_head_idx on prompt_text using gin (author_id, ts_filter(search, '{a,b,d}')) with (fastupdate = off)
   where author_id is not null`,
];
