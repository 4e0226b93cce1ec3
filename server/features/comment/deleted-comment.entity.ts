import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from "typeorm";
import { UserEntity } from "../user";
import { CommentEntity } from "./comment.entity";

/** What a comment said that its author has just deleted, for as long as that can be undone. */
@Entity({ name: "deleted_comment" })
export class DeletedCommentEntity {
  @PrimaryColumn({ type: "bigint", name: "comment_id", primaryKeyConstraintName: "deleted_comment_pk" })
  commentId!: string;

  @OneToOne(() => CommentEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "comment_id", foreignKeyConstraintName: "deleted_comment_comment_fk" })
  comment?: Relation<CommentEntity>;

  @Index("deleted_comment_author_idx")
  @Column({ type: "bigint", name: "author_id" })
  authorId!: string;

  @ManyToOne(() => UserEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "author_id", foreignKeyConstraintName: "deleted_comment_author_fk" })
  author?: Relation<UserEntity>;

  @Column({ type: "text" })
  body!: string;

  /** As in `CommentEntity`. */
  @Column({ type: "jsonb" })
  mentions!: Record<string, string>;

  @Column({ type: "timestamptz", precision: 3, name: "edited_at", nullable: true })
  editedAt!: Date | null;

  @Index("deleted_comment_deleted_at_idx")
  @Column({ type: "timestamptz", precision: 3, name: "deleted_at", default: () => "now()" })
  deletedAt!: Date;
}
