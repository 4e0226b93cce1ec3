import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who wants a daily mail of what they have not read, at which hour, and the links in those mails that stop them. */
export class CreateDigests20261125120000 implements MigrationInterface {
  name = "CreateDigests20261125120000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop table digest_link, digest`);
  }
}

const UP = [
  `create table digest (
     user_id bigint not null,
     hour smallint not null,
     time_zone text not null,
     next_at timestamptz(3),
     queued_at timestamptz(3),
     through_id bigint not null,
     constraint digest_pk primary key (user_id),
     constraint digest_user_fk foreign key (user_id) references account (user_id) on delete cascade,
     constraint digest_hour_check check (hour between 0 and 23)
   )`,
  `create index digest_next_idx on digest (next_at)`,
  `create table digest_link (
     token_hash bytea not null,
     user_id bigint not null,
     created_at timestamptz(3) not null default now(),
     constraint digest_link_pk primary key (token_hash),
     constraint digest_link_user_fk foreign key (user_id) references account (user_id) on delete cascade
   )`,
  `create index digest_link_user_idx on digest_link (user_id)`,
  `create index digest_link_created_idx on digest_link (created_at)`,
];
