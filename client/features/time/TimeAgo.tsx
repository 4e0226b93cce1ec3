import { useLingui } from "@lingui/react/macro";
import { numberLocale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { useHydrated } from "../../ui/use-hydrated";

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

interface TimeAgoProps {
  at: string;
}

/**
 * How long ago something was, on the server's page as of when it was rendered, a minute ago at most; the exact time is its title. The
 * server's page is for readers of all time zones: the time in its title is UTC.
 */
export function TimeAgo({ at }: TimeAgoProps) {
  const { i18n } = useLingui();
  const { locale } = useSite();
  const hydrated = useHydrated();
  const date = new Date(at);
  const exact = hydrated
    ? ({ dateStyle: "full", timeStyle: "short" } as const)
    : ({ dateStyle: "full", timeStyle: "long", timeZone: "UTC" } as const);
  return (
    <time dateTime={at} title={i18n.date(date, exact)} suppressHydrationWarning>
      {ago(numberLocale(locale), date)}
    </time>
  );
}

/** To make one takes longer than to use it, and a page of comments says it a hundred times. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function ago(locale: string, date: Date): string {
  const seconds = Math.max(0, (Date.now() - date.getTime()) / 1000);
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  const [unit, length] = STEPS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return format.format(unit === "second" ? 0 : -Math.floor(seconds / length), unit);
}
