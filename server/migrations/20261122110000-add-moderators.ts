import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who keeps order. Nobody does until whoever runs the site says so. */
export class AddModerators20261122110000 implements MigrationInterface {
  name = "AddModerators20261122110000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table account add column is_moderator boolean not null default false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table account drop column is_moderator`);
  }
}
