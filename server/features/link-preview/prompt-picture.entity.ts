import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { PromptTextEntity } from "../prompt";

/** The picture of a text for links to it, drawn when it was first asked for. */
@Entity({ name: "prompt_picture" })
export class PromptPictureEntity {
  @PrimaryColumn({ type: "integer", name: "prompt_id", primaryKeyConstraintName: "prompt_picture_pk" })
  promptId!: number;

  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "prompt_picture_pk" })
  locale!: Locale;

  @ManyToOne(() => PromptTextEntity, { onDelete: "CASCADE" })
  @JoinColumn([
    { name: "prompt_id", referencedColumnName: "promptId", foreignKeyConstraintName: "prompt_picture_text_fk" },
    { name: "locale", referencedColumnName: "locale", foreignKeyConstraintName: "prompt_picture_text_fk" },
  ])
  text?: Relation<PromptTextEntity>;

  /** A hash of the words in it: another one is out of date. */
  @Column({ type: "text" })
  version!: string;

  /** 40 to 90 kB. */
  @Column({ type: "bytea" })
  jpeg!: Buffer;
}
