import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { PromptEntity } from "../prompt";
import { UserEntity } from "../user";

/** A member's vote for or against a prompt. `prompt.upvotes` and `prompt.downvotes` count these rows. */
@Entity({ name: "vote" })
@Check("vote_value_check", "value in (-1, 1)")
@Index("vote_prompt_idx", ["promptId"])
export class VoteEntity {
  @PrimaryColumn({ type: "bigint", name: "user_id", primaryKeyConstraintName: "vote_pk" })
  userId!: string;

  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "vote_pk" })
  promptId!: number;

  @ManyToOne(() => UserEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "vote_user_fk" })
  user?: Relation<UserEntity>;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "vote_prompt_fk" })
  prompt?: Relation<PromptEntity>;

  /** 1 for it, -1 against it. */
  @Column({ type: "smallint" })
  value!: 1 | -1;

  /** When the member voted as they do now. */
  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}
