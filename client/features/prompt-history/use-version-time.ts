import { useLingui } from "@lingui/react/macro";

/** Formats when a version was written: by the time alone if that was today. */
export function useVersionTime(): (moment: string) => string {
  const { t, i18n } = useLingui();
  return (moment) => {
    const date = new Date(moment);
    const isToday = date.toDateString() === new Date().toDateString();
    if (!isToday) return i18n.date(date, { dateStyle: "long", timeStyle: "short" });
    const time = i18n.date(date, { timeStyle: "short" });
    return t`today, ${time}`;
  };
}
