import type { MigrationInterface, QueryRunner } from "typeorm";

/** A list of a language with few prompts walked through all the others: 130 ms at 200,000 prompts. */
export class IndexLanguages20261123160000 implements MigrationInterface {
  name = "IndexLanguages20261123160000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "create index prompt_listed_languages_idx on prompt using gin (languages) with (fastupdate = off) where listed",
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop index prompt_listed_languages_idx");
  }
}
