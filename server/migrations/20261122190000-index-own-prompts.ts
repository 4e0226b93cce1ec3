import type { MigrationInterface, QueryRunner } from "typeorm";

/** A member's own prompts, newest first, and how many there are, by tag too, without reading their rows. */
export class IndexOwnPrompts20261122190000 implements MigrationInterface {
  name = "IndexOwnPrompts20261122190000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create index prompt_own_idx on prompt (author_id, id desc) include (tag_ids)
       where author_id is not null and deleted_at is null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop index prompt_own_idx`);
  }
}
