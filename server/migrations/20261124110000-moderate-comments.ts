import type { MigrationInterface, QueryRunner } from "typeorm";

/** Reports of comments, and decisions about them and their threads. */
export class ModerateComments20261124110000 implements MigrationInterface {
  name = "ModerateComments20261124110000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const KINDS = ["HIDE", "RESTORE", "DISMISS", "REOPEN_REPORTS", "CLOSE_ACCOUNT", "REOPEN_ACCOUNT"];

function kindCheck(kinds: readonly string[]): string[] {
  return [
    `alter table moderation_act drop constraint moderation_act_kind_check`,
    `alter table moderation_act add constraint moderation_act_kind_check check (kind in (${kinds.map((kind) => `'${kind}'`).join(", ")}))`,
  ];
}

const UP = [
  `alter table moderation_act add column comment_id bigint`,
  `create index moderation_act_comment_idx on moderation_act (comment_id, id desc)`,
  ...kindCheck([...KINDS, "CLOSE_THREAD", "REOPEN_THREAD"]),

  `alter table report alter column prompt_id drop not null, add column comment_id bigint`,
  `alter table report
     add constraint report_comment_fk foreign key (comment_id) references comment (id) on delete cascade,
     add constraint report_comment_reporter_unique unique (comment_id, reporter_id),
     add constraint report_target_check check (num_nonnulls(prompt_id, comment_id) = 1)`,
  `create index report_comment_idx on report (comment_id, id desc)`,

  `alter table moderation_case alter column prompt_id drop not null, add column comment_id bigint`,
  `alter table moderation_case
     add constraint moderation_case_comment_fk foreign key (comment_id) references comment (id) on delete cascade,
     add constraint moderation_case_comment_unique unique (comment_id),
     add constraint moderation_case_target_check check (num_nonnulls(prompt_id, comment_id) = 1)`,
];

const DOWN = [
  `delete from moderation_case where comment_id is not null`,
  `alter table moderation_case drop constraint moderation_case_target_check, drop column comment_id, alter column prompt_id set not null`,
  `delete from report where comment_id is not null`,
  `alter table report drop constraint report_target_check, drop column comment_id, alter column prompt_id set not null`,
  `alter table moderation_act disable trigger moderation_act_final`,
  `delete from moderation_act where comment_id is not null`,
  `alter table moderation_act enable trigger moderation_act_final`,
  ...kindCheck(KINDS),
  `alter table moderation_act drop column comment_id`,
];
