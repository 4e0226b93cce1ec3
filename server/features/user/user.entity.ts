import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from "typeorm";

/** A user. The feature `account` adds the data for signing in. */
@Entity({ name: "user_account" })
@Unique("user_account_username_key_unique", ["usernameKey"])
@Index("user_account_author_username_idx", { synchronize: false })
@Index("user_account_author_prompt_count_idx", { synchronize: false })
@Index("user_account_author_created_at_idx", { synchronize: false })
@Check("user_account_username_check", "char_length(username) between 1 and 64")
export class UserEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "bigint",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "user_account_pk",
  })
  id!: string;

  /** As its owner spells it. */
  @Column({ type: "text" })
  username!: string;

  /** The canonical form, which is unique. */
  @Column({ type: "text", name: "username_key", collation: "C" })
  usernameKey!: string;

  /** The number of listed prompts; maintained by a trigger on `prompt`. */
  @Column({ type: "integer", name: "prompt_count", default: 0 })
  promptCount!: number;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;
}
