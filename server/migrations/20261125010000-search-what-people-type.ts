import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What a search finds beyond the words of a text: words of the library's prompts that are not shown, and labels of tags, with the
 * weight D. The library is searched by an index of its own, so that all of it can be scored. `search_word` has the words of the public
 * texts, the only ones that a misspelled word is corrected to.
 */
export class SearchWhatPeopleType20261125010000 implements MigrationInterface {
  name = "SearchWhatPeopleType20261125010000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `alter table prompt_text add search_words text[]`,

  `alter table prompt_search add library boolean not null default false`,
  `update prompt_search s set library = true from prompt p where p.id = s.prompt_id and p.origin = 'LIBRARY'`,
  `create index prompt_search_library_idx on prompt_search using gin (search) with (fastupdate = off) where library`,
  // Of more words it is known how frequent they are: see search_estimate.
  `alter table prompt_search alter search set statistics 300`,
  ...searchFunctions("{a,b,d}", {
    column: ", library",
    ofNew: ", is_library",
    ofPrompt: ", new.origin = 'LIBRARY'",
    declare: "declare is_listed boolean; is_library boolean;",
    read: "listed, origin = 'LIBRARY' into is_listed, is_library",
  }),

  // In how many public texts a query's words occur, by the planner's statistics: a frequent word is not worth counting.
  `create function search_estimate(query tsquery) returns float8 language plpgsql as $$
   declare plan json;
   begin
     execute format('explain (format json) select from prompt_search where search @@ %L::tsquery', query) into plan;
     return plan -> 0 -> 'Plan' ->> 'Plan Rows';
   end $$`,

  // Which letters a word has, in 31 groups: words that are spelled nearly the same differ in few of them.
  `create function search_letters(word text) returns integer language sql immutable strict parallel safe as $$
     select coalesce(bit_or(1 << (ascii(letter) % 31)), 0) from unnest(string_to_array(word, null)) as letter
   $$`,
  `create table search_word (
     locale text not null,
     word text collate "C" not null,
     prompt_count integer not null,
     library boolean not null,
     letters integer not null,
     constraint search_word_pk primary key (locale, word)
   )`,
];

const DOWN = [
  `drop table search_word`,
  `drop function search_letters`,
  `drop function search_estimate`,
  ...searchFunctions("{a,b}", {
    column: "",
    ofNew: "",
    ofPrompt: "",
    declare: "declare is_listed boolean;",
    read: "listed into is_listed",
  }),
  `alter table prompt_search alter search set statistics -1`,
  `alter table prompt_search drop library`,
  `alter table prompt_text drop search_words`,
];

type Parts = Record<"column" | "ofNew" | "ofPrompt" | "declare" | "read", string>;

/** The functions of the triggers that keep `prompt_search`. @param head the weights of title, remark and what is not shown */
function searchFunctions(head: string, { column, ofNew, ofPrompt, declare, read }: Parts): string[] {
  return [
    `create or replace function prompt_search_text() returns trigger language plpgsql as $$
     ${declare}
     begin
       select ${read} from prompt where id = new.prompt_id for no key update;
       if is_listed then
         insert into prompt_search (prompt_id, locale, search, head, digest${column})
         values (new.prompt_id, new.locale, new.search, ts_filter(new.search, '${head}'), prompt_digest(new.content)${ofNew})
         on conflict (prompt_id, locale) do update set search = excluded.search, head = excluded.head, digest = excluded.digest;
       end if;
       return null;
     end $$`,
    `create or replace function prompt_search_listed() returns trigger language plpgsql as $$
     begin
       if new.listed then
         insert into prompt_search (prompt_id, locale, search, head, digest${column})
         select prompt_id, locale, search, ts_filter(search, '${head}'), prompt_digest(content)${ofPrompt}
         from prompt_text where prompt_id = new.id
         on conflict (prompt_id, locale) do nothing;
       else
         delete from prompt_search where prompt_id = new.id;
       end if;
       return null;
     end $$`,
  ];
}
