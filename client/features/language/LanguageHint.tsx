import { type ComponentType, useEffect, useState } from "react";
import type { Locale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { recallLanguageChosen, ownLocale } from "./reader-locale";

/** Where the page is not in the reader's own language, an offer of the one that is. Pages are the same for everyone, so it is made here. */
export function LanguageHint() {
  const { locale } = useSite();
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    const own = ownLocale(navigator.languages);
    if (own === null || own === locale || recallLanguageChosen()) return;
    let awaited = true;
    loadOffer(own).then(
      (offer) => {
        if (awaited) setOffer(() => offer);
      },
      () => null, // An offer that does not come is none; the language menu is there.
    );
    return () => {
      awaited = false;
    };
  }, [locale]);
  return Offer && <Offer />;
}

async function loadOffer(own: Locale): Promise<ComponentType> {
  const { languageOffer } = await import("./language-offer");
  return languageOffer(own);
}
