import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { PromptEntity } from "../prompt";
import { UserEntity } from "../user";

/** A comment on a prompt or on the feedback page. What is computed here is kept by triggers. */
@Entity({ name: "comment" })
@Check(
  "comment_deleted_check",
  "deleted_at is null or (author_id is null and body = '' and html = '{}' and mentions = '{}')",
)
@Check("comment_closed_check", "not closed or parent_id is null")
@Check("comment_live_below_check", "live_below >= 0")
@Index("comment_thread_idx", { synchronize: false })
@Index("comment_reply_idx", { synchronize: false })
@Index("comment_parent_idx", ["parentId"])
@Index("comment_author_idx", { synchronize: false })
@Index("comment_hidden_idx", { synchronize: false })
@Index("comment_prompt_idx", ["promptId"])
@Index("comment_newest_idx", { synchronize: false })
@Index("comment_html_version_idx", ["htmlVersion"])
export class CommentEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "comment_pk",
  })
  id!: string;

  /** Null on the feedback page. A reply has that of what it answers. */
  @Column({ type: "integer", name: "prompt_id", nullable: true })
  promptId!: number | null;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "comment_prompt_fk" })
  prompt?: Relation<PromptEntity> | null;

  /** What it answers; null for the first comment of a thread. */
  @Column({ type: "bigint", name: "parent_id", nullable: true })
  parentId!: string | null;

  @ManyToOne(() => CommentEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "parent_id", foreignKeyConstraintName: "comment_parent_fk" })
  parent?: Relation<CommentEntity> | null;

  /** The first comment of its thread, which may be itself. */
  @Column({ type: "bigint", name: "root_id" })
  rootId!: string;

  /** How many comments stand between it and its thread's beginning; 0 for the first one. */
  @Column({ type: "integer" })
  depth!: number;

  /** Sorts the replies of a thread. */
  @Column({ type: "text", collation: "C" })
  path!: string;

  /** Null once the account, or the comment, is deleted. */
  @Column({ type: "bigint", name: "author_id", nullable: true })
  authorId!: string | null;

  @ManyToOne(() => UserEntity, { onDelete: "SET NULL", nullable: true })
  @JoinColumn({ name: "author_id", foreignKeyConstraintName: "comment_author_fk" })
  author?: Relation<UserEntity> | null;

  /** Markdown, as written. Empty once it is deleted. */
  @Column({ type: "text" })
  body!: string;

  /** The body as HTML: pieces around the mentions, each of which is two elements, the account's id and the name as written. */
  @Column({ type: "text", array: true })
  html!: string[];

  /** The `HTML_VERSION` that made it. */
  @Column({ type: "smallint", name: "html_version" })
  htmlVersion!: number;

  /** The ids of the accounts that it mentions, by the canonical form of the name as written. */
  @Column({ type: "jsonb", default: {} })
  mentions!: Record<string, string>;

  /** Whether a moderator has closed the thread: nobody replies. */
  @Column({ type: "boolean", default: false })
  closed!: boolean;

  /** Hidden by a moderator: its author sees it. */
  @Column({ type: "boolean", default: false })
  hidden!: boolean;

  /** The account of its author is closed. */
  @Column({ type: "boolean", default: false })
  withdrawn!: boolean;

  /** Whether readers see its text. */
  @Column({ type: "boolean", default: true })
  live!: boolean;

  /** How many comments that readers see stand below it. */
  @Column({ type: "integer", name: "live_below", default: 0 })
  liveBelow!: number;

  /** Whether it has a place on the page. */
  @Column({ type: "boolean", default: true })
  shown!: boolean;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  @Column({ type: "timestamptz", precision: 3, name: "edited_at", nullable: true })
  editedAt!: Date | null;

  @Column({ type: "timestamptz", precision: 3, name: "deleted_at", nullable: true })
  deletedAt!: Date | null;
}
