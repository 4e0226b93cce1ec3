import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { useHydrated } from "../../ui/use-hydrated";
import {
  otherLocale,
  recallLastLocale,
  recallPromptLocale,
  rememberLastLocale,
  rememberPromptLocale,
} from "./reader-locale";

interface ShownLanguage {
  page: Locale;
  /** The language that texts can switch to; null if there is none, and on English pages until hydration. */
  other: Locale | null;
  /** The language of all prompts without an individual choice. */
  all: Locale;
  showAll(locale: Locale): void;
}

const ShownLanguageContext = createContext<ShownLanguage | null>(null);

/**
 * The language of all prompts: the page's or the other one. The choice is stored as a language, so that English on the Chinese site
 * is still English on the English one.
 */
export function ShownLanguageProvider({ children }: { children: ReactNode }) {
  const { locale: page } = useSite();
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    if (page !== FALLBACK_LOCALE) rememberLastLocale(page);
    setChosen(recallPromptLocale());
  }, [page]);
  // The server cannot know the reader: until hydration nothing of theirs may be rendered.
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
      const choice = locale === page ? null : locale;
      setChosen(choice);
      rememberPromptLocale(choice);
    },
    [page],
  );
  const all = other !== null && chosen === other ? other : page;
  const value = useMemo(() => ({ page, other, all, showAll }), [page, other, all, showAll]);
  return <ShownLanguageContext value={value}>{children}</ShownLanguageContext>;
}

export function useShownLanguage(): ShownLanguage {
  const value = useContext(ShownLanguageContext);
  if (!value) throw new Error("useShownLanguage needs a ShownLanguageProvider above it");
  return value;
}
