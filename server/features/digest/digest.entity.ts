import { Check, Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from "typeorm";
import { AccountEntity } from "../account";

/** A member who wants a daily mail, or once did. */
@Entity({ name: "digest" })
@Check("digest_hour_check", "hour between 0 and 23")
export class DigestEntity {
  @PrimaryColumn({ type: "bigint", name: "user_id", primaryKeyConstraintName: "digest_pk" })
  userId!: string;

  @OneToOne(() => AccountEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", referencedColumnName: "userId", foreignKeyConstraintName: "digest_user_fk" })
  account?: Relation<AccountEntity>;

  /** Of the day where the member is. */
  @Column({ type: "smallint" })
  hour!: number;

  /** An IANA name, such as "Europe/Paris". */
  @Column({ type: "text", name: "time_zone" })
  timeZone!: string;

  /** When to look next whether there is anything to tell; null if the member wants no mail. */
  @Index("digest_next_idx")
  @Column({ type: "timestamptz", precision: 3, name: "next_at", nullable: true })
  nextAt!: Date | null;

  /** When the last mail was queued. */
  @Column({ type: "timestamptz", precision: 3, name: "queued_at", nullable: true })
  queuedAt!: Date | null;

  /** The last notification that needs no telling: it was in a mail, or older than the setting. */
  @Column({ type: "bigint", name: "through_id" })
  throughId!: string;
}

/** A link in a sent mail that stops further ones, and does nothing else. */
@Entity({ name: "digest_link" })
export class DigestLinkEntity {
  @PrimaryColumn({ type: "bytea", name: "token_hash", primaryKeyConstraintName: "digest_link_pk" })
  tokenHash!: Buffer;

  @Index("digest_link_user_idx")
  @Column({ type: "bigint", name: "user_id" })
  userId!: string;

  @ManyToOne(() => AccountEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", referencedColumnName: "userId", foreignKeyConstraintName: "digest_link_user_fk" })
  account?: Relation<AccountEntity>;

  @Index("digest_link_created_idx")
  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}
