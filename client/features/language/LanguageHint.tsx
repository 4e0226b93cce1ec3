import { type ComponentType, useEffect, useState } from "react";
import type { Locale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { recallLanguageChosen, preferredLocale } from "./reader-locale";

/** Offers the reader's language if the page is in another one. Only the browser can tell: pages are the same for everyone. */
export function LanguageHint() {
  const { locale } = useSite();
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    const preferred = preferredLocale(navigator.languages);
    if (preferred === null || preferred === locale || recallLanguageChosen()) return;
    let active = true;
    loadOffer(preferred).then(
      (offer) => {
        if (active) setOffer(() => offer);
      },
      () => null, // Without the offer the language menu remains.
    );
    return () => {
      active = false;
    };
  }, [locale]);
  return Offer && <Offer />;
}

async function loadOffer(preferred: Locale): Promise<ComponentType> {
  const { languageOffer } = await import("./language-offer");
  return languageOffer(preferred);
}
