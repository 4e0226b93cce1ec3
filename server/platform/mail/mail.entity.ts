import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from "typeorm";
import type { Locale } from "../../../product.config";
import type { MailData, MailKind } from "./mail";

/** A mail that waits to be sent, or could not be. What has been sent is deleted. */
@Entity({ name: "mail_queue" })
@Index("mail_queue_next_attempt_at_idx", { synchronize: false })
@Index("mail_queue_failed_at_idx", { synchronize: false })
@Index("mail_queue_key_idx", { synchronize: false })
// Nothing that a mail server would take for several addresses, or for a name.
@Check("mail_queue_recipient_check", `char_length(recipient) <= 254 and recipient ~ '^[^\\s@,;<>"]+@[^\\s@,;<>"]+$'`)
export class MailEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "mail_queue_pk",
  })
  id!: string;

  @Column({ type: "text" })
  kind!: MailKind;

  @Column({ type: "text" })
  recipient!: string;

  @Column({ type: "text" })
  locale!: Locale;

  /** Holds secrets: emptied when the mail is given up. */
  @Column({ type: "jsonb" })
  data!: MailData[MailKind];

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  /** Tries that have begun. */
  @Column({ type: "integer", default: 0 })
  attempts!: number;

  /** While a process is sending the mail: when another one may take it for lost and send it again. */
  @Column({ type: "timestamptz", precision: 3, name: "next_attempt_at", default: () => "now()" })
  nextAttemptAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "failed_at", nullable: true })
  failedAt!: Date | null;

  /** By which it can be taken back, and a newer one takes its place. */
  @Column({ type: "text", nullable: true })
  key!: string | null;

  /** A code, without what the mail server said: that repeats addresses. */
  @Column({ type: "text", name: "last_error", nullable: true })
  lastError!: string | null;
}
