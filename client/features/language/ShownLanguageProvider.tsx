import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { useHydrated } from "../../ui/use-hydrated";
import { otherLocale, recallLastLocale, recallOther, rememberLastLocale, rememberOther } from "./reader-locale";

interface ShownLanguage {
  page: Locale;
  /** What texts can be flipped to; null where there is nothing to flip to, and on English pages until the browser is asked. */
  other: Locale | null;
  /** The language of all prompts on the page that have no choice of their own. */
  all: Locale;
  showAll(locale: Locale): void;
}

const ShownLanguageContext = createContext<ShownLanguage | null>(null);

/** The language in which prompts are shown: the page's or the other one, for all of them at once and remembered. */
export function ShownLanguageProvider({ children }: { children: ReactNode }) {
  const { locale: page } = useSite();
  const hydrated = useHydrated();
  const [showsOther, setShowsOther] = useState(false);
  useEffect(() => {
    if (page !== FALLBACK_LOCALE) rememberLastLocale(page);
    setShowsOther(recallOther());
  }, [page]);
  // English pages are the same for everyone until the browser knows its reader.
  const other = useMemo(
    () =>
      otherLocale(
        page,
        hydrated
          ? { lastLocale: recallLastLocale(), browserLanguages: navigator.languages }
          : { lastLocale: null, browserLanguages: [] },
      ),
    [page, hydrated],
  );
  const showAll = useCallback(
    (locale: Locale) => {
      setShowsOther(locale !== page);
      rememberOther(locale !== page);
    },
    [page],
  );
  const all = showsOther && other ? other : page;
  const value = useMemo(() => ({ page, other, all, showAll }), [page, other, all, showAll]);
  return <ShownLanguageContext value={value}>{children}</ShownLanguageContext>;
}

export function useShownLanguage(): ShownLanguage {
  const value = useContext(ShownLanguageContext);
  if (!value) throw new Error("useShownLanguage needs a ShownLanguageProvider above it");
  return value;
}
