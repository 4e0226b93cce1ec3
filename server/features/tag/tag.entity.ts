import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from "typeorm";
import type { Locale } from "../../../contract/locales";

@Entity({ name: "tag" })
@Unique("tag_slug_unique", ["slug"])
@Check("tag_slug_check", "slug ~ '^[a-z][a-z-]{0,31}$'")
export class TagEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "integer",
    generatedIdentity: "ALWAYS",
    primaryKeyConstraintName: "tag_pk",
  })
  id!: number;

  @Column({ type: "text", collation: "C" })
  slug!: string;

  /** The number of listed prompts with this tag; maintained by a trigger on `prompt`. */
  @Column({ type: "integer", name: "prompt_count", default: 0 })
  promptCount!: number;
}

@Entity({ name: "tag_text" })
export class TagTextEntity {
  @PrimaryColumn({ type: "integer", name: "tag_id", primaryKeyConstraintName: "tag_text_pk" })
  tagId!: number;

  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "tag_text_pk" })
  locale!: Locale;

  @ManyToOne(() => TagEntity, { onDelete: "CASCADE" })
  @JoinColumn({ name: "tag_id", foreignKeyConstraintName: "tag_text_tag_fk" })
  tag?: Relation<TagEntity>;

  @Column({ type: "text" })
  label!: string;

  @Column({ type: "text" })
  description!: string;
}
