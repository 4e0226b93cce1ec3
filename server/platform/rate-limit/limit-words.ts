import type { RateLimit } from "./rate-limit";

const UNITS: readonly [seconds: number, name: string, one: string][] = [
  [24 * 60 * 60, "days", "a day"],
  [60 * 60, "hours", "an hour"],
  [60, "minutes", "a minute"],
  [1, "seconds", "a second"],
];

/** A limit in words, such as "10 a minute" or "60 in 15 minutes". */
export function limitWords({ limit, seconds }: RateLimit): string {
  const [unit, name, one] = UNITS.find(([each]) => seconds % each === 0) ?? [1, "seconds", "a second"];
  const count = seconds / unit;
  return `${limit.toLocaleString("en")} ${count === 1 ? one : `in ${String(count)} ${name}`}`;
}

/** Whom a lower limit is for. */
const NEWCOMER = "in the account's first week and while its address is unconfirmed";

/** What the description of an action says of the limits that `consumeRateLimit` enforces. Take both from the same constants. */
export function atMost(whose: string, limits: readonly RateLimit[], newcomers?: readonly RateLimit[]): string {
  const list = (each: readonly RateLimit[]) => each.map(limitWords).join(" and ");
  const lower = newcomers ? `, ${list(newcomers)} ${NEWCOMER}` : "";
  return `RATE_LIMITED past ${list(limits)} ${whose}${lower}.`;
}
