import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";

/** A moment as the page's language writes it. */
export function useMoment(): (moment: string) => string {
  const { i18n } = useLingui();
  return useCallback((moment) => i18n.date(new Date(moment), { dateStyle: "medium", timeStyle: "short" }), [i18n]);
}
