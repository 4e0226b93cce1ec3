import { useLingui } from "@lingui/react/macro";
import { LOCALES, localeInfo, type Locale, localePath, splitLocalePath } from "../../../contract/locales";
import { useSyncExternalStore } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { useAccount } from "../../session/use-signed-in";
import { Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import { rememberLanguageChosen } from "./reader-locale";
import { canonicalSearch, isMembersPrompt } from "../../../contract/pages";
import menu from "../../ui/menu.module.css";
import classes from "./LanguageMenu.module.css";

/** Links to this page in every language, each with its native name. */
export function LanguageMenu() {
  const { t } = useLingui();
  const { locale } = useSite();
  const address = useLanguageAddress();
  const { name } = localeInfo(locale);
  return (
    <Disclosure
      className={menu.menu}
      summaryClassName={`${menu.summary} ${classes.summary}`}
      name={t`Language: ${name}`}
      label={
        <>
          <Icon name="languages" />
          <span className={classes.current}>{name}</span>
          <Icon name="chevronDown" size={14} />
        </>
      }
    >
      <ul className={`${menu.list} ${classes.list}`}>
        {LOCALES.map((other) => (
          <li key={other.code}>
            <a
              href={address(other.code)}
              lang={other.code}
              hrefLang={other.code}
              aria-current={other.code === locale ? "true" : undefined}
              onClick={rememberLanguageChosen}
            >
              {other.name}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/**
 * The URL of the page that the reader is on, or going to, in another language, with its known query parameters. For plain links, because another language needs a new
 * document. From a not-found page it is the home page.
 */
export function useLanguageAddress(): (locale: Locale) => string {
  const { basePath, notFoundAt, destination } = useSite();
  const account = useAccount();
  const { pathname, search: query } = useSyncExternalStore(destination.subscribe, destination.place, destination.place);
  // A private prompt of the member's was not found by the document, but by the browser.
  const isNotFound = pathname === notFoundAt && !(account !== null && isMembersPrompt(pathname));
  const [path, search] = isNotFound ? ["/", ""] : [splitLocalePath(pathname).path, query];
  return (locale) => `${basePath}${localePath(locale, path)}${canonicalSearch(path, search)}`;
}
