import { useMemo } from "react";
import { useSite } from "../runtime/SiteProvider";

/** Formats a count for a small space: 1.2K from 1,000 on. */
export function useCompactNumber(): (value: number) => string {
  const { locale } = useSite();
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
    return (value) => format.format(value);
  }, [locale]);
}
