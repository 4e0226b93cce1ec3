import pg from "pg";

export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Records the statements sent to PostgreSQL while `work` runs, on any connection of this process. */
export async function recordStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const original = pg.Client.prototype.query;
  const statements: SentStatement[] = [];
  const recording = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    if (typeof first === "string") statements.push({ text: first, values: Array.isArray(second) ? second : [] });
    else if (first !== null && typeof first === "object" && "text" in first) {
      const values = "values" in first && Array.isArray(first.values) ? first.values : [];
      statements.push({ text: String(first.text), values });
    }
    return Reflect.apply(original, this, args) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: recording });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  return statements;
}
