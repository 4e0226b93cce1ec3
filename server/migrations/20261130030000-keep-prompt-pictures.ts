import type { MigrationInterface, QueryRunner } from "typeorm";

/** The pictures of prompts for links to them, drawn when they are first asked for. */
export class KeepPromptPictures20261130030000 implements MigrationInterface {
  name = "KeepPromptPictures20261130030000";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create table prompt_picture (
         prompt_id integer not null,
         locale text not null,
         version text not null,
         jpeg bytea not null,
         constraint prompt_picture_pk primary key (prompt_id, locale),
         constraint prompt_picture_text_fk foreign key (prompt_id, locale)
           references prompt_text (prompt_id, locale) on delete cascade
       )`,
    );
    // Not to be compressed a second time.
    await queryRunner.query("alter table prompt_picture alter column jpeg set storage external");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop table prompt_picture");
  }
}
