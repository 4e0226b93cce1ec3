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
import { ModerationActEntity } from "../moderation";
import { UserEntity } from "../user";

/** An answer to one's comment, a comment on one's prompt, a mention, or what a moderator did. */
export const NOTIFICATION_KINDS = ["REPLY", "COMMENT", "MENTION", "MODERATION"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The services of comments and moderation write it, in the transaction that causes it. */
@Entity({ name: "notification" })
@Check("notification_kind_check", `kind in (${NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(", ")})`)
@Check(
  "notification_source_check",
  "case kind when 'MODERATION' then act_id is not null and comment_id is null else comment_id is not null and act_id is null end",
)
@Unique("notification_comment_unique", ["commentId", "userId"])
@Unique("notification_act_unique", ["actId"])
@Index("notification_user_idx", { synchronize: false })
@Index("notification_unread_idx", { synchronize: false })
@Index("notification_created_idx", ["createdAt"])
export class NotificationEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "notification_pk",
  })
  id!: string;

  @Column({ type: "bigint", name: "user_id" })
  userId!: string;

  @ManyToOne(() => UserEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "notification_user_fk" })
  user?: Relation<UserEntity>;

  @Column({ type: "text" })
  kind!: NotificationKind;

  @Column({ type: "bigint", name: "comment_id", nullable: true })
  commentId!: string | null;

  @ManyToOne(() => CommentEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "comment_id", foreignKeyConstraintName: "notification_comment_fk" })
  comment?: Relation<CommentEntity> | null;

  @Column({ type: "bigint", name: "act_id", nullable: true })
  actId!: string | null;

  @ManyToOne(() => ModerationActEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "act_id", foreignKeyConstraintName: "notification_act_fk" })
  act?: Relation<ModerationActEntity> | null;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  /** Null while it is unread. */
  @Column({ type: "timestamptz", precision: 3, name: "read_at", nullable: true })
  readAt!: Date | null;
}
