import { useLingui } from "@lingui/react/macro";
import { numberLocale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

/**
 * How long ago something was; the exact time is its title. The server's page may be a minute old, and is for readers of all time
 * zones: its title has the time by UTC.
 */
export function TimeAgo({ at }: { at: string }) {
  const { i18n } = useLingui();
  const { locale } = useSite();
  const date = new Date(at);
  const exact = import.meta.env.SSR
    ? ({ dateStyle: "full", timeStyle: "long", timeZone: "UTC" } as const)
    : ({ dateStyle: "full", timeStyle: "short" } as const);
  return (
    <time dateTime={at} title={i18n.date(date, exact)}>
      {ago(numberLocale(locale), date)}
    </time>
  );
}

function ago(locale: string, date: Date): string {
  const seconds = Math.max(0, (Date.now() - date.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const [unit, length] = STEPS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return format.format(unit === "second" ? 0 : -Math.floor(seconds / length), unit);
}
