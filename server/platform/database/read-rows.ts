import { createHash } from "node:crypto";
import type { PoolClient, QueryResultRow } from "pg";
import type { DataSource } from "typeorm";

const MAX_PREPARED = 300;
const preparedNames = new Map<string, string>();

/**
 * Runs a hot query as a prepared statement and returns plain rows: hydrating entities costs several times as much as the query
 * itself. Only the first few hundred distinct statements are prepared, so that unusual combinations of arguments cannot fill the
 * memory of the database sessions.
 * @param isPrepared false where how best to read depends on the values: a prepared statement may be planned without them
 */
export async function readRows<Row extends QueryResultRow>(
  dataSource: DataSource,
  text: string,
  values: unknown[] = [],
  isPrepared = true,
): Promise<Row[]> {
  const name = isPrepared ? preparedName(text) : undefined;
  const runner = dataSource.createQueryRunner();
  try {
    const connection = (await runner.connect()) as PoolClient;
    const result = await connection.query<Row>(name === undefined ? { text, values } : { name, text, values });
    return result.rows;
  } finally {
    await runner.release();
  }
}

function preparedName(text: string): string | undefined {
  const existing = preparedNames.get(text);
  if (existing !== undefined || preparedNames.size >= MAX_PREPARED) return existing;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  preparedNames.set(text, name);
  return name;
}

/** Collects query parameters while SQL is built. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  readonly bind = (value: unknown): string => `$${String(this.values.push(value))}`;
}
