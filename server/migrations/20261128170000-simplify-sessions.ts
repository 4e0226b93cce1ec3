import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A session is one cookie, which names its row. Sessions from before have cookies that no release reads any more: their members log in
 * once, and would else find them among their devices for two months.
 */
export class SimplifySessions20261128170000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("delete from session");
    await queryRunner.query("alter table session drop column generation, drop column rotated_at");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table session add column generation integer not null default 0,
         add column rotated_at timestamptz(3) not null default now()`,
    );
  }
}
