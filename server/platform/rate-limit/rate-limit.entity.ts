import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** Hits of one key in its current window. Unlogged in PostgreSQL: losing it in a crash costs nothing. */
@Entity({ name: "rate_limit" })
@Index("rate_limit_started_at_idx", ["startedAt"])
export class RateLimitEntity {
  @PrimaryColumn({ type: "text", primaryKeyConstraintName: "rate_limit_pk" })
  key!: string;

  @Column({ type: "timestamptz", precision: 3, name: "started_at" })
  startedAt!: Date;

  @Column({ type: "integer" })
  hits!: number;
}
