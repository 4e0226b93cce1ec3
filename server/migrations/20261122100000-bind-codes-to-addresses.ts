import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A code is good only while the account has the address that it was sent to, and the mail that carries it can be taken back.
 * Codes that were sent before are void: nobody knows where they went. They are good for two days at most, and can be asked for again.
 */
export class BindCodesToAddresses20261122100000 implements MigrationInterface {
  name = "BindCodesToAddresses20261122100000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`delete from one_time_code`);
    await queryRunner.query(`alter table one_time_code add column sent_to text collate "C" not null`);
    await queryRunner.query(`alter table mail_queue add column key text`);
    await queryRunner.query(`create index mail_queue_key_idx on mail_queue (key) where key is not null`);
    // Keys of limits have another form now; what was counted ends within the hour.
    await queryRunner.query(`delete from rate_limit`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop index mail_queue_key_idx`);
    await queryRunner.query(`alter table mail_queue drop column key`);
    await queryRunner.query(`delete from one_time_code`);
    await queryRunner.query(`alter table one_time_code drop column sent_to`);
  }
}
