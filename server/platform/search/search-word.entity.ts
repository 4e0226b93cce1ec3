import { Column, Entity, PrimaryColumn } from "typeorm";
import type { Locale } from "../../../contract/locales";

/** A word of the public texts in a language, which misspelled ones are corrected to. Written by `rebuildVocabulary`. */
@Entity({ name: "search_word" })
export class SearchWordEntity {
  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "search_word_pk" })
  locale!: Locale;

  @PrimaryColumn({ type: "text", collation: "C", primaryKeyConstraintName: "search_word_pk" })
  word!: string;

  @Column({ type: "integer", name: "prompt_count" })
  promptCount!: number;

  /** Whether it occurs in the library. */
  @Column({ type: "boolean" })
  library!: boolean;

  /** Which letters it has: `search_letters` of it. */
  @Column({ type: "integer" })
  letters!: number;
}
