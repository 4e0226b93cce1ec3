import type { MigrationInterface, QueryRunner } from "typeorm";

const LANGUAGES = ["en", "zh", "ja", "ko", "es", "fr", "de", "it", "ru", "pt", "hi", "ar", "bn"] as const;

/**
 * Among a million prompts a list of a language that few have still sorted a thousand of them for a page of twenty: each language has its
 * order by support and by time. A prompt is in the indexes of its own languages alone. And of a member's fifty thousand prompts those with
 * words in title, remark or tags are found without decompressing every text that has them anywhere.
 */
export class IndexLargeLists20261125140000 implements MigrationInterface {
  readonly name = "IndexLargeLists20261125140000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const language of LANGUAGES) {
      await queryRunner.query(
        `create index prompt_${language}_support_idx on prompt (upvote_difference desc, id desc) include (tag_ids)
         where listed and languages @> array['${language}']`,
      );
      await queryRunner.query(
        `create index prompt_${language}_shared_idx on prompt (shared_at desc, id desc) include (tag_ids)
         where listed and origin = 'COMMUNITY' and languages @> array['${language}']`,
      );
    }
    await queryRunner.query(
      `create index prompt_text_own_head_idx on prompt_text using gin (author_id, ts_filter(search, '{a,b,d}')) with (fastupdate = off)
       where author_id is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop index prompt_text_own_head_idx");
    for (const language of LANGUAGES)
      await queryRunner.query(`drop index prompt_${language}_support_idx, prompt_${language}_shared_idx`);
  }
}
