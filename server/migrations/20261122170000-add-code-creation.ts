import type { MigrationInterface, QueryRunner } from "typeorm";

/** Codes are renewed for a limited time from their creation. Those that exist count as created now: that is an hour at most. */
export class AddCodeCreation20261122170000 implements MigrationInterface {
  name = "AddCodeCreation20261122170000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table one_time_code add column created_at timestamptz(3) not null default now()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table one_time_code drop column created_at`);
  }
}
