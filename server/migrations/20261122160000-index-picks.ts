import type { MigrationInterface, QueryRunner } from "typeorm";

/** Finds the prompts among which the pick of the day is chosen without reading the texts of the library. */
export class IndexPicks20261122160000 implements MigrationInterface {
  name = "IndexPicks20261122160000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`create index prompt_text_pick_idx on prompt_text (prompt_id)
      where locale = 'en' and prompt_id <= 1000
        and regexp_count(content, '\{\{[^{}]+\}\}') between 1 and 4
        and content ~ '\{\{[^{}]*:[^{}]*\}\}'
        and content !~ '(^|\n)[ \t]*\{\{[^{}]*\}\}[ \t]*(\n|$)'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop index prompt_text_pick_idx`);
  }
}
