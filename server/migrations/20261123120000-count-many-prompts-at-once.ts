import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * - The trigger that counts changed prompts joins them as they were with them as they are. A database session that has changed single
 *   prompts keeps a plan for one row, a nested loop, which takes the square of the number: 6 s for 5,000 favourites of a deleted account.
 * - The pages of a member who shares nothing do not show their name.
 */
export class CountManyPromptsAtOnce20261123120000 implements MigrationInterface {
  name = "CountManyPromptsAtOnce20261123120000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("alter function prompt_count_updated() set enable_nestloop = off");
    await notifyOfRenames(
      queryRunner,
      "old.username is distinct from new.username and (old.prompt_count > 0 or new.prompt_count > 0)",
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await notifyOfRenames(queryRunner, "old.username is distinct from new.username");
    await queryRunner.query("alter function prompt_count_updated() reset enable_nestloop");
  }
}

async function notifyOfRenames(queryRunner: QueryRunner, condition: string): Promise<void> {
  await queryRunner.query("drop trigger user_account_notify_updated on user_account");
  await queryRunner.query(
    `create trigger user_account_notify_updated after update on user_account
     for each row when (${condition}) execute function notify_all_changed()`,
  );
}
