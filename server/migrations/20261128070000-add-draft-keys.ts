import type { MigrationInterface, QueryRunner } from "typeorm";

/** Of each account: encrypts what its member keeps in a browser when logging out. */
export class AddDraftKeys20261128070000 implements MigrationInterface {
  name = "AddDraftKeys20261128070000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table account add draft_key uuid not null default gen_random_uuid()");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table account drop draft_key");
  }
}
