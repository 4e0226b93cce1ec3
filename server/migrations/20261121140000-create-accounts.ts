import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What signing in needs. `account` holds what is private about a `user_account`, apart from it, so that nothing private can
 * leak through a list of authors. Secrets are kept as hashes: a copy of these tables lets nobody in, apart from signing keys.
 */
export class CreateAccounts20261121140000 implements MigrationInterface {
  name = "CreateAccounts20261121140000";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `create table account (
     user_id bigint not null,
     username_skeleton text collate "C" not null,
     email text not null,
     email_key text collate "C" not null,
     email_confirmed_at timestamptz(3),
     password_hash text,
     locale text not null,
     terms_accepted_at timestamptz(3) not null,
     constraint account_pk primary key (user_id),
     constraint account_username_skeleton_unique unique (username_skeleton),
     constraint account_email_key_unique unique (email_key),
     constraint account_user_fk foreign key (user_id) references user_account (id) on delete cascade
   )`,
  `create table session (
     id uuid not null default gen_random_uuid(),
     user_id bigint not null,
     generation integer not null default 0,
     rotated_at timestamptz(3) not null default now(),
     user_agent text not null,
     created_at timestamptz(3) not null default now(),
     last_used_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     constraint session_pk primary key (id),
     constraint session_user_fk foreign key (user_id) references account (user_id) on delete cascade
   )`,
  `create index session_user_idx on session (user_id, last_used_at)`,
  `create index session_expires_at_idx on session (expires_at)`,
  `create table signing_key (
     id uuid not null default gen_random_uuid(),
     secret bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint signing_key_pk primary key (id)
   )`,
  `create table one_time_code (
     user_id bigint not null,
     purpose text not null,
     code_hash bytea not null,
     email text,
     expires_at timestamptz(3) not null,
     constraint one_time_code_pk primary key (user_id, purpose),
     constraint one_time_code_code_hash_unique unique (code_hash),
     constraint one_time_code_user_fk foreign key (user_id) references account (user_id) on delete cascade
   )`,
  `create index one_time_code_expires_at_idx on one_time_code (expires_at)`,
  `create table api_token (
     id uuid not null default gen_random_uuid(),
     user_id bigint not null,
     name text not null,
     scope text not null,
     token_hash bytea not null,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3),
     last_used_at timestamptz(3),
     constraint api_token_pk primary key (id),
     constraint api_token_hash_unique unique (token_hash),
     constraint api_token_scope_check check (scope in ('READ', 'WRITE')),
     constraint api_token_user_fk foreign key (user_id) references account (user_id) on delete cascade
   )`,
  `create index api_token_user_idx on api_token (user_id, created_at)`,
];

const DOWN = [`drop table api_token, one_time_code, signing_key, session, account`];
