import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { PromptTextEntity } from "./prompt-text.entity";

/** What the public search reads: the texts of listed prompts and no others. Kept by triggers. */
@Entity({ name: "prompt_search" })
@Index("prompt_search_anywhere_idx", { synchronize: false })
@Index("prompt_search_library_idx", { synchronize: false })
@Index("prompt_search_title_idx", { synchronize: false })
@Index("prompt_search_head_idx", { synchronize: false })
@Index("prompt_search_digest_idx", ["digest", "promptId"])
export class PromptSearchEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "prompt_search_pk" })
  promptId!: number;

  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "prompt_search_pk" })
  locale!: Locale;

  @ManyToOne(() => PromptTextEntity, { onDelete: "CASCADE" })
  @JoinColumn([
    { name: "prompt_id", referencedColumnName: "promptId", foreignKeyConstraintName: "prompt_search_text_fk" },
    { name: "locale", referencedColumnName: "locale", foreignKeyConstraintName: "prompt_search_text_fk" },
  ])
  text?: Relation<PromptTextEntity>;

  /** That of the text. */
  @Column({ type: "tsvector", select: false })
  search!: string;

  /** All of it but the content. */
  @Column({ type: "tsvector", select: false })
  head!: string;

  /** Whether the prompt is one of the library, which is searched by an index of its own. */
  @Column({ type: "boolean", default: false })
  library!: boolean;

  /** Of the content: the same for texts that differ in white space only. */
  @Column({ type: "bytea", select: false })
  digest!: Buffer;
}
