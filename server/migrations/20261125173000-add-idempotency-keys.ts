import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a client calls a prompt before it has a number: sent again, it makes no second one. Each account has keys of its own. */
export class AddIdempotencyKeys20261125173000 implements MigrationInterface {
  name = "AddIdempotencyKeys20261125173000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table prompt add idempotency_key text");
    await queryRunner.query(
      `create unique index prompt_idempotency_key_idx on prompt (author_id, idempotency_key)
       where idempotency_key is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter table prompt drop idempotency_key");
  }
}
