import { LRUCache } from "lru-cache";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** An IANA name in its usual spelling; undefined for anything else. Offsets such as "+02:00" know no daylight saving. */
export function timeZoneOf(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // Places that have been renamed keep the name by which they were chosen.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/**
 * When it is next a certain hour somewhere, after an instant: once a day. Where the clocks skip the hour, the moment they do; where they
 * repeat it, the first time.
 */
export function nextHour(hour: number, timeZone: string, after: Date): Date {
  const today = new Date(localTime(after.getTime(), timeZone));
  for (let day = 0; ; day += 1) {
    const wanted = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day, hour);
    const at = instantOf(wanted, timeZone);
    if (at > after.getTime()) return new Date(at);
  }
}

/** What clocks show, as if they showed UTC. */
function localTime(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = "numeric";
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** The first instant at which clocks show a time, or a later one. */
function instantOf(wanted: number, timeZone: string): number {
  // By the offsets of the day before and of the day after.
  const guesses = [wanted - DAY, wanted + DAY].map((near) => wanted - (localTime(near, timeZone) - near));
  const [first, last] = [Math.min(...guesses), Math.max(...guesses)];
  for (const guess of [first, last]) if (localTime(guess, timeZone) === wanted) return guess;
  let [before, after] = [first - MINUTE, last];
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
    if (localTime(middle, timeZone) >= wanted) after = middle;
    else before = middle;
  }
  return after;
}
