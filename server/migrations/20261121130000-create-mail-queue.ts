import type { MigrationInterface, QueryRunner } from "typeorm";

/** Mails that wait to be sent. A row ends with the mail: `data` holds links that sign people in. */
export class CreateMailQueue20261121130000 implements MigrationInterface {
  name = "CreateMailQueue20261121130000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create table mail_queue (
         id bigint generated always as identity,
         kind text not null,
         recipient text not null,
         locale text not null,
         data jsonb not null,
         created_at timestamptz(3) not null default now(),
         attempts integer not null default 0,
         next_attempt_at timestamptz(3) not null default now(),
         failed_at timestamptz(3),
         last_error text,
         constraint mail_queue_pk primary key (id),
         constraint mail_queue_recipient_check check (
           char_length(recipient) <= 254 and recipient ~ '^[^\\s@,;<>"]+@[^\\s@,;<>"]+$'
         )
       )`,
    );
    await queryRunner.query(
      `create index mail_queue_next_attempt_at_idx on mail_queue (next_attempt_at) where failed_at is null`,
    );
    await queryRunner.query(
      `create index mail_queue_failed_at_idx on mail_queue (failed_at) where failed_at is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop table mail_queue`);
  }
}
