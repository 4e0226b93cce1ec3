import { type FindOperator, Raw } from "typeorm";

/** Uses the database's clock, which all processes share. */
export function secondsFromNow(seconds: number): () => string {
  return () => `now() + make_interval(secs => ${seconds})`;
}

export const NOW = () => "now()";

/** For timestamp columns. */
export function isInFuture(): FindOperator<Date> {
  return Raw((column) => `${column} > now()`) as FindOperator<Date>;
}

/** @param seconds the minimum age */
export function isPast(seconds = 0): FindOperator<Date> {
  return Raw((column) => `${column} <= now() - make_interval(secs => ${seconds})`) as FindOperator<Date>;
}

/**
 * SQL of a moment to compare what was written with: nothing was before 1970, and PostgreSQL knows no years before 4713 BC.
 * @param bind adds a parameter and returns its placeholder
 */
export function momentSql(moment: Date, bind: (value: unknown) => string): string {
  return `to_timestamp(${bind(Math.max(0, moment.getTime()))}::double precision / 1000)`;
}
