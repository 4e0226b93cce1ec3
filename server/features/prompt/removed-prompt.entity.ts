import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** A prompt that was public and is not any more, nor perhaps there; kept by a trigger on `prompt`. */
@Entity({ name: "removed_prompt" })
@Index("removed_prompt_removed_at_idx", ["removedAt", "promptId"])
export class RemovedPromptEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "removed_prompt_pk" })
  promptId!: number;

  @Column({ type: "timestamptz", precision: 3, name: "removed_at" })
  removedAt!: Date;
}
