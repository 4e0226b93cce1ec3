import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { PromptEntity } from "./prompt.entity";

/** One row per prompt, day and visitor; `copy_count` counts them. The visitor is a hash that cannot be reversed once the day is over. */
@Entity({ name: "prompt_copy" })
export class PromptCopyEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "prompt_copy_pk" })
  promptId!: number;

  @PrimaryColumn({ type: "date", primaryKeyConstraintName: "prompt_copy_pk" })
  day!: string;

  @PrimaryColumn({ type: "bytea", primaryKeyConstraintName: "prompt_copy_pk" })
  visitor!: Buffer;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "prompt_copy_prompt_fk" })
  prompt?: Relation<PromptEntity>;
}

/** The key of a day's visitor hashes. Deleting it after the day anonymizes them. */
@Entity({ name: "daily_secret" })
export class DailySecretEntity {
  @PrimaryColumn({ type: "date", primaryKeyConstraintName: "daily_secret_pk" })
  day!: string;

  @Column({ type: "bytea" })
  secret!: Buffer;
}
