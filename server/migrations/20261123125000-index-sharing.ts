import type { MigrationInterface, QueryRunner } from "typeorm";

/** Lists of the community are sorted by when a prompt was first shared; the trigger that knows it says when. */
export class IndexSharing20261123125000 implements MigrationInterface {
  name = "IndexSharing20261123125000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [
      beforeWrite(
        "if new.shared and new.author_id is not null then new.shared_at := coalesce(new.shared_at, now()); end if;",
      ),
      // The triggers would announce each of them, and count them again.
      "alter table prompt disable trigger user",
      "update prompt set shared_at = created_at where shared and origin = 'COMMUNITY' and shared_at is null",
      "alter table prompt enable trigger user",
      `alter table prompt add constraint prompt_shared_at_check
         check (not shared or origin = 'LIBRARY' or shared_at is not null)`,
      `create index prompt_listed_shared_idx on prompt (shared_at desc, id desc) include (tag_ids, languages)
         where listed and origin = 'COMMUNITY'`,
      `create index prompt_author_shared_idx on prompt (author_id, shared_at desc, id desc)
         where listed and author_id is not null`,
    ])
      await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop index prompt_author_shared_idx, prompt_listed_shared_idx");
    await queryRunner.query("alter table prompt drop constraint prompt_shared_at_check");
    await queryRunner.query(beforeWrite(""));
  }
}

function beforeWrite(first: string): string {
  return `create or replace function prompt_before_write() returns trigger language plpgsql as $$
   begin
     ${first}
     new.listed := (new.origin = 'LIBRARY' or new.shared) and new.deleted_at is null and not new.hidden;
     new.upvote_difference := new.upvotes - new.downvotes;
     if tg_op = 'INSERT' or new.tag_ids is distinct from old.tag_ids then
       if exists (select 1 from unnest(new.tag_ids) as wanted where not exists (select 1 from tag where tag.id = wanted)) then
         raise exception 'prompt % has a tag that does not exist', new.id using errcode = 'foreign_key_violation';
       end if;
     end if;
     return new;
   end $$`;
}
