import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Mails wait in the queue of jobs, whose tables are installed before migrations run. Those that wait at this moment go along, with
 * their key and their time; of those that were given up nothing is kept.
 */
export class MoveMailsToJobs20261122150000 implements MigrationInterface {
  name = "MoveMailsToJobs20261122150000";

  async up(queryRunner: QueryRunner): Promise<void> {
    // In a loop, so that a database without the queue needs it only where a mail waits.
    await queryRunner.query(
      `do $$
       declare mail mail_queue;
       begin
         for mail in select * from mail_queue where failed_at is null order by id loop
           perform graphile_worker.add_job(
             'mail',
             json_build_object('kind', mail.kind, 'to', mail.recipient, 'locale', mail.locale, 'data', mail.data),
             run_at => mail.next_attempt_at,
             max_attempts => 13,
             job_key => 'mail:' || mail.key
           );
         end loop;
       end $$`,
    );
    await queryRunner.query(`drop table mail_queue`);
  }

  /** The table as it was, without mails: those that wait stay in the queue of jobs. */
  async down(queryRunner: QueryRunner): Promise<void> {
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
         key text,
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
    await queryRunner.query(`create index mail_queue_key_idx on mail_queue (key) where key is not null`);
  }
}
