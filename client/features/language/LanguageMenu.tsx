import { useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router-dom";
import { knownSearch, LOCALES, localeInfo, localePath, splitLocalePath } from "../../../product.config";
import { useSite } from "../../i18n/SiteProvider";
import { Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import classes from "./LanguageMenu.module.css";

/** The same page with the same query in another language: plain links, because another language is another document. */
export function LanguageMenu() {
  const { t } = useLingui();
  const { locale, basePath } = useSite();
  const { pathname, search } = useLocation();
  const { path } = splitLocalePath(pathname);
  const known = knownSearch(path, search);
  const { name } = localeInfo(locale);
  return (
    <Disclosure
      className={classes.menu}
      summaryClassName={classes.summary}
      name={t`Language: ${name}`}
      label={
        <>
          <Icon name="languages" />
          <span className={classes.current}>{name}</span>
          <Icon name="chevronDown" size={14} />
        </>
      }
    >
      <ul className={classes.list}>
        {LOCALES.map((other) => (
          <li key={other.code}>
            <a
              href={`${basePath}${localePath(other.code, path)}${known}`}
              lang={other.code}
              dir={other.dir}
              hrefLang={other.code}
              aria-current={other.code === locale ? "true" : undefined}
            >
              {other.name}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
