import { Check, Column, Entity, PrimaryColumn } from "typeorm";

/** Which library the database contains, so that starting with the same one writes nothing. A single row. */
@Entity({ name: "library_state" })
@Check("library_state_single_check", "id")
export class LibraryStateEntity {
  @PrimaryColumn({ type: "boolean", default: true, primaryKeyConstraintName: "library_state_pk" })
  id!: boolean;

  /** Hash of the library's files and the tokenizer's version. */
  @Column({ type: "text" })
  fingerprint!: string;
}
