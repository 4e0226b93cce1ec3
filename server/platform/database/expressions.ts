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
