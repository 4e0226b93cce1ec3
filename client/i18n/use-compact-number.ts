import type { Locale } from "../../contract/locales";
import { useSite } from "../runtime/SiteProvider";

/** To make one takes as long as to render a card. */
const formats = new Map<Locale, Intl.NumberFormat>();

/** Formats a count for a small space: 1.2K from 1,000 on. */
export function useCompactNumber(): (value: number) => string {
  const { locale } = useSite();
  return (value) => formatOf(locale).format(value);
}

function formatOf(locale: Locale): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  formats.set(locale, format);
  return format;
}
