import { Column, Entity, Generated, JoinColumn, OneToOne, PrimaryColumn, type Relation, Unique } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { UserEntity } from "../user";
import type { EmailKey } from "./email-address";

/** The private part of a user. */
@Entity({ name: "account" })
@Unique("account_username_skeleton_unique", ["usernameSkeleton"])
@Unique("account_email_key_unique", ["emailKey"])
export class AccountEntity {
  @PrimaryColumn({ type: "bigint", name: "user_id", primaryKeyConstraintName: "account_pk" })
  userId!: string;

  @OneToOne(() => UserEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "account_user_fk" })
  user?: Relation<UserEntity>;

  /** Unique, so that no two accounts have names that look alike. */
  @Column({ type: "text", name: "username_skeleton", collation: "C" })
  usernameSkeleton!: string;

  /** As its owner spells it. */
  @Column({ type: "text" })
  email!: string;

  /** The canonical form, which is unique. */
  @Column({ type: "text", name: "email_key", collation: "C" })
  emailKey!: EmailKey;

  @Column({ type: "timestamptz", precision: 3, name: "email_confirmed_at", nullable: true })
  emailConfirmedAt!: Date | null;

  /** argon2id in PHC format. Null: the owner of the address signs in with a link. */
  @Column({ type: "text", name: "password_hash", nullable: true })
  passwordHash!: string | null;

  /** The language of mails to this user. */
  @Column({ type: "text" })
  locale!: Locale;

  /** Set by the site operator. */
  @Column({ type: "boolean", name: "is_moderator", default: false })
  isModerator!: boolean;

  /** Set by moderators: nobody signs in, and nothing that the member shared is shown. */
  @Column({ type: "timestamptz", precision: 3, name: "closed_at", nullable: true })
  closedAt!: Date | null;

  /** Encrypts what the member keeps in a browser when logging out. */
  @Generated("uuid")
  @Column({ type: "uuid", name: "draft_key" })
  draftKey!: string;

  @Column({ type: "timestamptz", precision: 3, name: "terms_accepted_at" })
  termsAcceptedAt!: Date;
}
