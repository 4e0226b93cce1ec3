import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from "typeorm";
import { AccountEntity } from "./account.entity";
import type { CodePurpose } from "./code-purposes";
import type { EmailKey } from "./email-address";

/** A signed-in browser. Ending a session deletes the row; tokens that refer to a missing session are invalid. */
@Entity({ name: "session" })
@Index("session_user_idx", ["userId", "lastUsedAt"])
@Index("session_expires_at_idx", ["expiresAt"])
export class SessionEntity {
  @PrimaryGeneratedColumn("uuid", { primaryKeyConstraintName: "session_pk" })
  id!: string;

  @Column({ type: "bigint", name: "user_id" })
  userId!: string;

  @ManyToOne(() => AccountEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "session_user_fk" })
  account?: Relation<AccountEntity>;

  @Column({ type: "text", name: "user_agent" })
  userAgent!: string;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "last_used_at", default: () => "now()" })
  lastUsedAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "expires_at" })
  expiresAt!: Date;
}

/** Signs session tokens. The newest key signs; older keys still verify tokens until they are deleted. */
@Entity({ name: "signing_key" })
export class SigningKeyEntity {
  @PrimaryGeneratedColumn("uuid", { primaryKeyConstraintName: "signing_key_pk" })
  id!: string;

  @Column({ type: "bytea" })
  secret!: Buffer;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}

/** A one-time code, sent by mail or shown to the member. At most one per user and purpose: a new code voids the previous one. */
@Entity({ name: "one_time_code" })
@Unique("one_time_code_code_hash_unique", ["codeHash"])
@Index("one_time_code_expires_at_idx", ["expiresAt"])
export class OneTimeCodeEntity {
  @Column({ type: "bigint", name: "user_id", primary: true, primaryKeyConstraintName: "one_time_code_pk" })
  userId!: string;

  @ManyToOne(() => AccountEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "one_time_code_user_fk" })
  account?: Relation<AccountEntity>;

  @Column({ type: "text", primary: true, primaryKeyConstraintName: "one_time_code_pk" })
  purpose!: CodePurpose;

  @Column({ type: "bytea", name: "code_hash" })
  codeHash!: Buffer;

  /** The canonical address it was sent to; of a code that was shown, that of the account. The code is valid only while the account has this address (email change: until it does). */
  @Column({ type: "text", name: "sent_to", collation: "C" })
  sentTo!: EmailKey;

  /** For an email change: the new address, as its owner spells it. */
  @Column({ type: "text", nullable: true })
  email!: string | null;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "expires_at" })
  expiresAt!: Date;
}

/** An API token, for integrations and the browser extension. */
@Entity({ name: "api_token" })
@Unique("api_token_hash_unique", ["tokenHash"])
@Index("api_token_user_idx", ["userId", "createdAt"])
@Check("api_token_scope_check", "scope in ('READ', 'WRITE')")
export class ApiTokenEntity {
  @PrimaryGeneratedColumn("uuid", { primaryKeyConstraintName: "api_token_pk" })
  id!: string;

  @Column({ type: "bigint", name: "user_id" })
  userId!: string;

  @ManyToOne(() => AccountEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "api_token_user_fk" })
  account?: Relation<AccountEntity>;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text" })
  scope!: "READ" | "WRITE";

  @Column({ type: "bytea", name: "token_hash" })
  tokenHash!: Buffer;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "expires_at", nullable: true })
  expiresAt!: Date | null;

  @Column({ type: "timestamptz", precision: 3, name: "last_used_at", nullable: true })
  lastUsedAt!: Date | null;
}
