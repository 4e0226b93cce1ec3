import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";

/** Formats a date and time in the page's language. */
export function useDateTimeFormat(): (moment: string) => string {
  const { i18n } = useLingui();
  return useCallback((moment) => i18n.date(new Date(moment), { dateStyle: "medium", timeStyle: "short" }), [i18n]);
}
