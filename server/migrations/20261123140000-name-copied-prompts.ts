import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A member's copy of a public prompt names it. Pages of copies show the original's title: they are evicted by the number of the
 * original, which changes whenever it does, so `copy_of` is no part of the condition of the trigger that tells of changes.
 */
export class NameCopiedPrompts20261123140000 implements MigrationInterface {
  name = "NameCopiedPrompts20261123140000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table prompt add copy_of integer,
         add constraint prompt_copy_of_fk foreign key (copy_of) references prompt (id) on delete set null`,
    );
    // For whoever deletes an original: the copies that have to forget it.
    await queryRunner.query("create index prompt_copy_of_idx on prompt (copy_of) where copy_of is not null");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table prompt drop copy_of");
  }
}
