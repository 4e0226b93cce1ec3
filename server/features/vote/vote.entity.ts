import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { PromptEntity } from "../prompt";
import { UserEntity } from "../user";

/** A member's vote for or against a prompt. `prompt.upvotes` and `prompt.downvotes` count these rows. */
@Entity({ name: "vote" })
@Index("vote_user_idx", ["userId"])
@Check("vote_value_check", "value in (1, -1)")
export class VoteEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "vote_pk" })
  promptId!: number;

  @PrimaryColumn({ type: "bigint", name: "user_id", primaryKeyConstraintName: "vote_pk" })
  userId!: string;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "vote_prompt_fk" })
  prompt?: Relation<PromptEntity>;

  @ManyToOne(() => UserEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "vote_user_fk" })
  user?: Relation<UserEntity>;

  /** 1 or -1. */
  @Column({ type: "smallint" })
  value!: 1 | -1;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}
