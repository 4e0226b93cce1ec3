import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { PromptEntity } from "./prompt.entity";
import type { PromptTextRow } from "./prompt.row";

/** A former version of a member's prompt, with its texts in every language. */
@Entity({ name: "prompt_revision" })
export class PromptRevisionEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "prompt_revision_pk" })
  promptId!: number;

  /** From 1 on, in the order in which they were replaced. */
  @PrimaryColumn({ type: "integer", primaryKeyConstraintName: "prompt_revision_pk" })
  number!: number;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "prompt_revision_prompt_fk" })
  prompt?: Relation<PromptEntity>;

  @Column({ type: "text", name: "source_locale" })
  sourceLocale!: Locale;

  @Column({ type: "integer", array: true, name: "tag_ids" })
  tagIds!: number[];

  @Column({ type: "jsonb" })
  texts!: PromptTextRow[];

  /** When this version was written. */
  @Column({ type: "timestamptz", precision: 3, name: "created_at" })
  createdAt!: Date;
}
