import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { PromptEntity } from "../prompt";
import { UserEntity } from "../user";

/** A prompt that a member keeps. `prompt.favorite_count` counts these rows. */
@Entity({ name: "favorite" })
@Index("favorite_position_idx", ["userId", "position", "promptId"])
@Index("favorite_created_at_idx", ["userId", "createdAt", "promptId"])
@Index("favorite_prompt_idx", ["promptId"])
export class FavoriteEntity {
  @PrimaryColumn({ type: "bigint", name: "user_id", primaryKeyConstraintName: "favorite_pk" })
  userId!: string;

  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "favorite_pk" })
  promptId!: number;

  @ManyToOne(() => UserEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "user_id", foreignKeyConstraintName: "favorite_user_fk" })
  user?: Relation<UserEntity>;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "favorite_prompt_fk" })
  prompt?: Relation<PromptEntity>;

  /** Its place in the member's order: a key of `fractional-indexing`, by code point. */
  @Column({ type: "text", collation: "C" })
  position!: string;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}
