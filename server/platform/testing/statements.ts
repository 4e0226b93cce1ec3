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

/** Makes a change just before the statement with this index that `work` sends to PostgreSQL. */
export async function changeBeforeStatement<Answer>(
  index: number,
  change: () => Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const original = pg.Client.prototype.query;
  let sent = 0;
  const changing = function (this: pg.Client, ...args: unknown[]) {
    const run = () => Reflect.apply(original, this, args) as Promise<unknown>;
    sent += 1;
    return sent === index + 1 ? change().then(run) : run();
  };
  Object.assign(pg.Client.prototype, { query: changing });
  try {
    return await work();
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
}
