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

/** A place where somebody is signed in. It ends by going away: tokens that name a missing one are worth nothing. */
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

  /** Which of its refresh tokens is the valid one. */
  @Column({ type: "integer", default: 0 })
  generation!: number;

  @Column({ type: "timestamptz", precision: 3, name: "rotated_at", default: () => "now()" })
  rotatedAt!: Date;

  @Column({ type: "text", name: "user_agent" })
  userAgent!: string;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "last_used_at", default: () => "now()" })
  lastUsedAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "expires_at" })
  expiresAt!: Date;
}

/** Signs access tokens and, by HKDF, makes refresh tokens. The newest signs; older ones are believed until they are deleted. */
@Entity({ name: "signing_key" })
export class SigningKeyEntity {
  @PrimaryGeneratedColumn("uuid", { primaryKeyConstraintName: "signing_key_pk" })
  id!: string;

  @Column({ type: "bytea" })
  secret!: Buffer;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}

/** A code in a mail. One a purpose: a new one voids the one before. */
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

  /** The canonical address that it was sent to: it is good only while that is the account's (a change's: until then). */
  @Column({ type: "text", name: "sent_to", collation: "C" })
  sentTo!: EmailKey;

  /** Of a change: the address that the account is to have, as its owner writes it. */
  @Column({ type: "text", nullable: true })
  email!: string | null;

  @Column({ type: "timestamptz", precision: 3, name: "expires_at" })
  expiresAt!: Date;
}

/** For integrators and the extension. */
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
