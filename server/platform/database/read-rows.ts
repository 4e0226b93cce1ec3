import { createHash } from "node:crypto";
import type { Pool, QueryResultRow } from "pg";
import type { DataSource } from "typeorm";

const PREPARED_AT_MOST = 300;
const names = new Map<string, string>();

/**
 * Runs a hot read as a prepared statement and returns its rows as they come: hydrating entities costs several times the
 * query itself. Statements past the first few hundred different texts are sent unprepared, so that odd combinations of
 * arguments cannot fill the memory of the database's connections.
 */
export async function readRows<Row extends QueryResultRow>(
  dataSource: DataSource,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const pool = (dataSource.driver as unknown as { master: Pool }).master;
  const name = preparedName(text);
  const result = await pool.query<Row>(name === undefined ? { text, values } : { name, text, values });
  return result.rows;
}

function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_AT_MOST) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}

/** Collects parameters while SQL is written. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  readonly bind = (value: unknown): string => `$${String(this.values.push(value))}`;
}
