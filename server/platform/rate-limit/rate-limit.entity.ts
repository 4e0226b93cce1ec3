import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** The hits of one rate limit key in its current window. An unlogged table: losing it in a crash does no harm. */
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
