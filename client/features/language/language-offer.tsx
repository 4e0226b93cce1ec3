import { I18nProvider } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { type ComponentType, useState } from "react";
import { type Locale, localeInfo } from "../../../contract/locales";
import { loadI18n } from "../../i18n/catalog";
import { Icon } from "../../ui/Icon";
import { rememberLanguageChosen } from "./reader-locale";
import { useLanguageAddress } from "./LanguageMenu";
import classes from "./LanguageOffer.module.css";

/** Offers a language in that language itself. */
export async function languageOffer(own: Locale): Promise<ComponentType> {
  const i18n = await loadI18n(own);
  return function LanguageOffer() {
    return (
      <I18nProvider i18n={i18n}>
        <Offer own={own} />
      </I18nProvider>
    );
  };
}

function Offer({ own }: { own: Locale }) {
  const { t } = useLingui();
  const address = useLanguageAddress();
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  const { name, dir } = localeInfo(own);
  const dismiss = () => {
    rememberLanguageChosen();
    setDismissed(true);
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <aside className={classes.offer} lang={own} dir={dir} aria-label={t`Language of the site`}>
      <p>
        <Trans>This page is also available in {name}.</Trans>
      </p>
      <a className={classes.take} href={address(own)} hrefLang={own} onClick={rememberLanguageChosen}>
        <Trans>Read in {name}</Trans>
      </a>
      <IconButton aria-label={t`Dismiss`} onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </aside>
  );
}
