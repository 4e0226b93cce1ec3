import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { PromptEntity } from "./prompt.entity";

export type PromptPart = "title" | "content" | "remark" | "notes" | "tags" | "languages";

/** A former version of a member's prompt. */
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

  @Column({ type: "text", array: true })
  languages!: Locale[];

  @Column({ type: "integer", array: true, name: "tag_ids" })
  tagIds!: number[];

  /** When this version was written. */
  @Column({ type: "timestamptz", precision: 3, name: "created_at" })
  createdAt!: Date;

  /** What the next version changed. Empty for versions from before this was kept. */
  @Column({ type: "text", array: true, name: "replaced_parts", default: [] })
  replacedParts!: PromptPart[];
}

/**
 * A text of former versions, stored with the last one that had it: a version's text is that of the first row from its number on, or
 * else the current one.
 */
@Entity({ name: "prompt_revision_text" })
export class PromptRevisionTextEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "prompt_revision_text_pk" })
  promptId!: number;

  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "prompt_revision_text_pk" })
  locale!: Locale;

  @PrimaryColumn({ type: "integer", primaryKeyConstraintName: "prompt_revision_text_pk" })
  number!: number;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "prompt_revision_text_prompt_fk" })
  prompt?: Relation<PromptEntity>;

  @Column({ type: "text" })
  title!: string;

  @Column({ type: "text" })
  content!: string;

  @Column({ type: "text", nullable: true })
  remark!: string | null;

  @Column({ type: "text", nullable: true })
  notes!: string | null;
}
