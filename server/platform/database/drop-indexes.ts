interface Index {
  name: string;
  definition: string;
}

/**
 * Drops the indexes of tables that are about to be filled, but those of their constraints: built when all rows are there, they take a
 * fraction of the time.
 * @param query runs a statement in the transaction that fills the tables
 * @returns the statements that create them again
 */
export async function dropIndexes(
  query: (sql: string, parameters?: unknown[]) => Promise<readonly unknown[]>,
  tables: readonly string[],
): Promise<string[]> {
  const indexes = (await query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in (select to_regclass(name) from unnest($1::text[]) as name)
       and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [tables],
  )) as Index[];
  for (const { name } of indexes) await query(`drop index ${name}`);
  return indexes.map(({ definition }) => definition);
}
