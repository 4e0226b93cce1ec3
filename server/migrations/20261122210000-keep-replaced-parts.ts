import type { MigrationInterface, QueryRunner } from "typeorm";

/** What each version of a prompt changed, which its history tells. */
export class KeepReplacedParts20261122210000 implements MigrationInterface {
  name = "KeepReplacedParts20261122210000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table prompt_revision add replaced_parts text[] not null default '{}'");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table prompt_revision drop replaced_parts");
  }
}
