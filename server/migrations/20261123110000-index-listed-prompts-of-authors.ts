import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What the public reads of an author's prompts comes from indexes of the listed ones: with all of them in the index, the time that a
 * list took told how many are private. Lists of one's own have indexes of their own.
 */
export class IndexListedPromptsOfAuthors20261123110000 implements MigrationInterface {
  name = "IndexListedPromptsOfAuthors20261123110000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await replaceIndexes(queryRunner, "listed and author_id is not null");
    await queryRunner.query(
      `create index prompt_own_support_idx on prompt (author_id, upvote_difference desc, id desc) include (tag_ids)
       where author_id is not null and deleted_at is null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop index prompt_own_support_idx");
    await replaceIndexes(queryRunner, "author_id is not null");
  }
}

async function replaceIndexes(queryRunner: QueryRunner, condition: string): Promise<void> {
  for (const statement of [
    `drop index prompt_author_support_idx, prompt_author_id_idx`,
    `create index prompt_author_support_idx on prompt (author_id, upvote_difference desc, id desc) where ${condition}`,
    `create index prompt_author_id_idx on prompt (author_id, id desc) where ${condition}`,
  ])
    await queryRunner.query(statement);
}
