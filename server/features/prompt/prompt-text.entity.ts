import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { PromptEntity } from "./prompt.entity";

/** The text of a prompt in one locale. */
@Entity({ name: "prompt_text" })
@Index("prompt_text_pick_idx", { synchronize: false })
@Index("prompt_text_search_version_idx", ["searchVersion"])
export class PromptTextEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "prompt_text_pk" })
  promptId!: number;

  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "prompt_text_pk" })
  locale!: Locale;

  @ManyToOne(() => PromptEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "prompt_id", foreignKeyConstraintName: "prompt_text_prompt_fk" })
  prompt?: Relation<PromptEntity>;

  @Column({ type: "text" })
  title!: string;

  @Column({ type: "text" })
  content!: string;

  @Column({ type: "text", nullable: true })
  remark!: string | null;

  @Column({ type: "text", nullable: true })
  notes!: string | null;

  /** Of the library: what is searched beside the text, and not shown. */
  @Column({ type: "text", array: true, name: "search_words", nullable: true })
  searchWords!: string[] | null;

  /** Written by `server/platform/search`. */
  @Column({ type: "tsvector", select: false })
  search!: string;

  /** The version of the tokenizer that produced `search`; 0 if the prompt's tags have changed since. */
  @Column({ type: "integer", name: "search_version" })
  searchVersion!: number;
}
