import type { MigrationInterface, QueryRunner } from "typeorm";

/** Links that stop daily mails are of the address they were sent to: whoever reads the former mailbox has no say any more. */
export class VoidDigestLinks20261125160000 implements MigrationInterface {
  name = "VoidDigestLinks20261125160000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop trigger account_void_digest_links on account");
    await queryRunner.query("drop function void_digest_links");
  }
}

const UP = [
  `create function void_digest_links() returns trigger language plpgsql as $$
   begin
     delete from digest_link where user_id = new.user_id;
     return null;
   end $$`,
  `create trigger account_void_digest_links after update of email on account
     for each row when (new.email is distinct from old.email) execute function void_digest_links()`,
];
