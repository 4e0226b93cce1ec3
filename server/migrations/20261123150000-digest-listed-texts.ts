import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What is shared already is not shared again. `prompt_digest` alone says which texts are the same: after Unicode's composition, and
 * whatever white space they have. It is kept in `prompt_search`, which has the texts of listed prompts and no others, so that nobody
 * can find out by it what is private.
 */
export class DigestListedTexts20261123150000 implements MigrationInterface {
  name = "DigestListedTexts20261123150000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

/** Written out: what `\s` matches depends on the database's locale. */
const WHITE_SPACE = String.raw`[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`;

const UP = [
  `create function prompt_digest(content text) returns bytea language sql immutable strict parallel safe as $$
     select sha256(convert_to(btrim(regexp_replace(normalize(content, nfc), '${WHITE_SPACE}', ' ', 'g'), ' '), 'UTF8'))
   $$`,
  `alter table prompt_search add digest bytea`,
  `update prompt_search s set digest = prompt_digest(t.content) from prompt_text t
   where t.prompt_id = s.prompt_id and t.locale = s.locale`,
  `alter table prompt_search alter digest set not null`,
  `create index prompt_search_digest_idx on prompt_search (digest, prompt_id)`,
  // Signs are not searched for, but are part of the text.
  updateTrigger("old.search is distinct from new.search or old.content is distinct from new.content"),
  ...searchFunctions({
    column: ", digest",
    ofNew: ", prompt_digest(new.content)",
    ofText: ", prompt_digest(content)",
    set: ", digest = excluded.digest",
  }),
];

const DOWN = [
  ...searchFunctions({ column: "", ofNew: "", ofText: "", set: "" }),
  updateTrigger("old.search is distinct from new.search"),
  `alter table prompt_search drop digest`,
  `drop function prompt_digest`,
];

function updateTrigger(condition: string): string {
  return `create or replace trigger prompt_search_updated after update on prompt_text
    for each row when (${condition}) execute function prompt_search_text()`;
}

/** The functions of the triggers that keep `prompt_search`. */
function searchFunctions({
  column,
  ofNew,
  ofText,
  set,
}: Record<"column" | "ofNew" | "ofText" | "set", string>): string[] {
  return [
    `create or replace function prompt_search_text() returns trigger language plpgsql as $$
     declare is_listed boolean;
     begin
       select listed into is_listed from prompt where id = new.prompt_id for no key update;
       if is_listed then
         insert into prompt_search (prompt_id, locale, search, head${column})
         values (new.prompt_id, new.locale, new.search, ts_filter(new.search, '{a,b}')${ofNew})
         on conflict (prompt_id, locale) do update set search = excluded.search, head = excluded.head${set};
       end if;
       return null;
     end $$`,
    `create or replace function prompt_search_listed() returns trigger language plpgsql as $$
     begin
       if new.listed then
         insert into prompt_search (prompt_id, locale, search, head${column})
         select prompt_id, locale, search, ts_filter(search, '{a,b}')${ofText} from prompt_text where prompt_id = new.id
         on conflict (prompt_id, locale) do nothing;
       else
         delete from prompt_search where prompt_id = new.id;
       end if;
       return null;
     end $$`,
  ];
}
