import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { type Locale, LOCALE_CODES } from "../../../contract/locales";
import { UserEntity } from "../user";

export type PromptOrigin = "LIBRARY" | "COMMUNITY";

/** A prompt of the library (number below 1001, no author) or of a member. Its texts are in `prompt_text`. */
@Entity({ name: "prompt" })
@Index("prompt_listed_support_idx", { synchronize: false })
@Index("prompt_listed_id_idx", { synchronize: false })
@Index("prompt_listed_origin_support_idx", { synchronize: false })
@Index("prompt_listed_tags_idx", { synchronize: false })
@Index("prompt_author_support_idx", { synchronize: false })
@Index("prompt_author_id_idx", { synchronize: false })
@Index("prompt_own_idx", { synchronize: false })
@Index("prompt_own_support_idx", { synchronize: false })
@Index("prompt_deleted_at_idx", { synchronize: false })
@Index("prompt_listed_shared_idx", { synchronize: false })
@Index("prompt_listed_languages_idx", { synchronize: false })
@Index("prompt_author_shared_idx", { synchronize: false })
@Index("prompt_copy_of_idx", { synchronize: false })
@Index("prompt_idempotency_key_idx", { synchronize: false })
@Index("prompt_listed_updated_idx", { synchronize: false })
@Index("prompt_listed_origin_updated_idx", { synchronize: false })
@Index("prompt_author_updated_idx", { synchronize: false })
@Index("prompt_own_updated_idx", { synchronize: false })
@Check(
  "prompt_origin_check",
  "(origin = 'LIBRARY' and id between 1 and 1000 and author_id is null) or (origin = 'COMMUNITY' and id > 1000 and author_id is not null)",
)
@Check("prompt_shared_at_check", "not shared or origin = 'LIBRARY' or shared_at is not null")
@Check(
  "prompt_counters_check",
  "upvotes >= 0 and downvotes >= 0 and favorite_count >= 0 and copy_count >= 0 and comment_count >= 0",
)
export class PromptEntity {
  @PrimaryGeneratedColumn("identity", {
    type: "integer",
    generatedIdentity: "BY DEFAULT",
    primaryKeyConstraintName: "prompt_pk",
  })
  id!: number;

  @Column({ type: "text" })
  origin!: PromptOrigin;

  @Column({ type: "bigint", name: "author_id", nullable: true })
  authorId!: string | null;

  @ManyToOne(() => UserEntity, { onDelete: "CASCADE", nullable: true })
  @JoinColumn({ name: "author_id", foreignKeyConstraintName: "prompt_author_fk" })
  author?: Relation<UserEntity> | null;

  @Column({ type: "text", name: "source_locale" })
  sourceLocale!: Locale;

  /** The locales of its texts, sorted; kept by a trigger on `prompt_text`. */
  @Column({ type: "text", array: true, default: "{}" })
  languages!: Locale[];

  @Column({ type: "integer", array: true, name: "tag_ids", default: "{}" })
  tagIds!: number[];

  @Column({ type: "boolean", default: false })
  shared!: boolean;

  /** Whether it is public; set by a trigger. */
  @Column({ type: "boolean", default: false })
  listed!: boolean;

  @Column({ type: "integer", default: 0 })
  upvotes!: number;

  @Column({ type: "integer", default: 0 })
  downvotes!: number;

  /** Upvotes minus downvotes; set by a trigger. */
  @Column({ type: "integer", name: "upvote_difference", default: 0 })
  upvoteDifference!: number;

  @Column({ type: "integer", name: "favorite_count", default: 0 })
  favoriteCount!: number;

  @Column({ type: "integer", name: "copy_count", default: 0 })
  copyCount!: number;

  @Column({ type: "integer", name: "comment_count", default: 0 })
  commentCount!: number;

  @Column({ type: "timestamptz", precision: 3, name: "created_at", default: () => "now()" })
  createdAt!: Date;

  /** When whoever keeps a copy has to read it again: its texts or tags changed, or, by a trigger, it became public. */
  @Column({ type: "timestamptz", precision: 3, name: "updated_at", default: () => "now()" })
  updatedAt!: Date;

  /** When its texts or tags last changed; set by a trigger. */
  @Column({ type: "timestamptz", precision: 3, name: "written_at", default: () => "now()" })
  writtenAt!: Date;

  /** When it was first shared; set by a trigger. */
  @Column({ type: "timestamptz", precision: 3, name: "shared_at", nullable: true })
  sharedAt!: Date | null;

  /** Gone for everyone; the row is deleted once this can no longer be undone. */
  @Column({ type: "timestamptz", precision: 3, name: "deleted_at", nullable: true })
  deletedAt!: Date | null;

  /** Hidden by a moderator or whoever runs the site: only its author sees it. */
  @Column({ type: "boolean", default: false })
  hidden!: boolean;

  /** The account of its author is closed: nobody sees it. */
  @Column({ type: "boolean", default: false })
  withdrawn!: boolean;

  /** The public prompt that it was copied from, which need not be public any more. */
  @Column({ type: "integer", name: "copy_of", nullable: true })
  copyOf!: number | null;

  @ManyToOne(() => PromptEntity, { onDelete: "SET NULL", nullable: true })
  @JoinColumn({ name: "copy_of", foreignKeyConstraintName: "prompt_copy_of_fk" })
  original?: Relation<PromptEntity> | null;

  /** What its author's client called it before it had a number. */
  @Column({ type: "text", name: "idempotency_key", nullable: true })
  idempotencyKey!: string | null;
}

/** Each language has its own: `languageIndexes`. */
for (const name of LOCALE_CODES.flatMap(languageIndexes)) Index(name, { synchronize: false })(PromptEntity);

/** The indexes of the lists of a language, by support and by time. */
export function languageIndexes(locale: Locale): string[] {
  return [`prompt_${locale}_support_idx`, `prompt_${locale}_shared_idx`];
}
