import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from "typeorm";
import { CommentEntity } from "../comment";
import { PromptEntity } from "../prompt";
import { UserEntity } from "../user";

/**
 * `DISMISS` says that reports were wrong, `REOPEN_REPORTS` takes that back, or a decision to hide. The others say what they do.
 */
export const ACT_KINDS = [
  "HIDE",
  "RESTORE",
  "DISMISS",
  "REOPEN_REPORTS",
  "CLOSE_ACCOUNT",
  "REOPEN_ACCOUNT",
  "CLOSE_THREAD",
  "REOPEN_THREAD",
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

export const REASONS = ["SPAM", "ABUSE", "DANGEROUS", "PERSONAL_DATA", "COPYRIGHT", "OTHER"] as const;
export type Reason = (typeof REASONS)[number];

/** The queue as it was before an act. */
export interface CaseBefore {
  id: string;
  reportCount: number;
  newcomerCount: number;
  openedAt: string;
}

/** What an act has changed, so that it can be told and undone. */
export interface Before {
  hidden?: boolean;
  closed?: boolean;
  case?: CaseBefore | null;
}

/** What a moderator did. The database refuses every change of a row. */
@Entity({ name: "moderation_act" })
@Check("moderation_act_kind_check", `kind in (${ACT_KINDS.map((kind) => `'${kind}'`).join(", ")})`)
@Unique("moderation_act_undoes_unique", ["undoes"])
@Index("moderation_act_member_idx", { synchronize: false })
@Index("moderation_act_prompt_idx", { synchronize: false })
@Index("moderation_act_comment_idx", { synchronize: false })
export class ModerationActEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "moderation_act_pk",
  })
  id!: string;

  @Column({ type: "text" })
  kind!: ActKind;

  /** The account may be gone. Null: whoever runs the site, by a command. */
  @Column({ type: "bigint", name: "moderator_id", nullable: true })
  moderatorId!: string | null;

  @Column({ type: "integer", name: "prompt_id", nullable: true })
  promptId!: number | null;

  @Column({ type: "bigint", name: "comment_id", nullable: true })
  commentId!: string | null;

  /** Whom it was done to; the account may be gone. */
  @Column({ type: "bigint", name: "member_id", nullable: true })
  memberId!: string | null;

  @Column({ type: "text", nullable: true })
  reason!: Reason | null;

  @Column({ type: "text", nullable: true })
  note!: string | null;

  @Column({ type: "jsonb" })
  before!: Before;

  /** The act that this one takes back. */
  @Column({ type: "bigint", nullable: true })
  undoes!: string | null;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}

/** What a member says is wrong with a prompt, or with a comment. A member has one for each of them. */
@Entity({ name: "report" })
@Check("report_target_check", "num_nonnulls(prompt_id, comment_id) = 1")
@Unique("report_prompt_reporter_unique", ["promptId", "reporterId"])
@Unique("report_comment_reporter_unique", ["commentId", "reporterId"])
@Index("report_reporter_idx", ["reporterId"])
@Index("report_prompt_idx", { synchronize: false })
@Index("report_comment_idx", { synchronize: false })
@Index("report_act_idx", { synchronize: false })
export class ReportEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "report_pk",
  })
  id!: string;

  @Column({ type: "integer", name: "prompt_id", nullable: true })
  promptId!: number | null;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "report_prompt_fk" })
  prompt?: Relation<PromptEntity> | null;

  @Column({ type: "bigint", name: "comment_id", nullable: true })
  commentId!: string | null;

  @ManyToOne(() => CommentEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "comment_id", foreignKeyConstraintName: "report_comment_fk" })
  comment?: Relation<CommentEntity> | null;

  /** Null once the account is deleted: the report stays. */
  @Column({ type: "bigint", name: "reporter_id", nullable: true })
  reporterId!: string | null;

  @ManyToOne(() => UserEntity, { onDelete: "SET NULL", nullable: true })
  @JoinColumn({ name: "reporter_id", foreignKeyConstraintName: "report_reporter_fk" })
  reporter?: Relation<UserEntity> | null;

  /** Whether the reporter was a newcomer at that time. */
  @Column({ type: "boolean", name: "from_newcomer" })
  fromNewcomer!: boolean;

  @Column({ type: "text" })
  reason!: string;

  /** The act that decided it; null while it waits. */
  @Column({ type: "bigint", name: "act_id", nullable: true })
  actId!: string | null;

  @ManyToOne(() => ModerationActEntity, { nullable: true })
  @JoinColumn({ name: "act_id", foreignKeyConstraintName: "report_act_fk" })
  act?: Relation<ModerationActEntity> | null;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}

/** A prompt or comment whose reports wait for a decision. Written together with them, while it is locked. */
@Entity({ name: "moderation_case" })
@Check("moderation_case_target_check", "num_nonnulls(prompt_id, comment_id) = 1")
@Unique("moderation_case_prompt_unique", ["promptId"])
@Unique("moderation_case_comment_unique", ["commentId"])
export class ModerationCaseEntity {
  /** The order of the queue. */
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "BY DEFAULT",
    primaryKeyConstraintName: "moderation_case_pk",
  })
  id!: string;

  @Column({ type: "integer", name: "prompt_id", nullable: true })
  promptId!: number | null;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "moderation_case_prompt_fk" })
  prompt?: Relation<PromptEntity> | null;

  @Column({ type: "bigint", name: "comment_id", nullable: true })
  commentId!: string | null;

  @ManyToOne(() => CommentEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "comment_id", foreignKeyConstraintName: "moderation_case_comment_fk" })
  comment?: Relation<CommentEntity> | null;

  /** How many members have reported it and wait for a decision. */
  @Column({ type: "integer", name: "report_count" })
  reportCount!: number;

  /** How many of them were newcomers. */
  @Column({ type: "integer", name: "newcomer_count" })
  newcomerCount!: number;

  /** When the first of them came. */
  @Column({ type: "timestamptz", precision: 3, name: "opened_at", default: () => "now()" })
  openedAt!: Date;
}
