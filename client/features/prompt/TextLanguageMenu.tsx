import { useLingui } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { type Locale, localeInfo, LOCALES, localePath } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import type { Locale as LocaleName } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { closeMenu, Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import { isModifiedClick } from "../../ui/modified-click";
import menu from "../../ui/menu.module.css";
import classes from "./TextLanguageMenu.module.css";

interface TextLanguageMenuProps {
  id: string;
  languages: readonly LocaleName[];
  shown: Locale;
  busy: boolean;
  onShow(locale: Locale): void;
}

/** The languages of a prompt. They link to its pages; with scripts, the text changes in place. */
export function TextLanguageMenu({ id, languages, shown, busy, onShow }: TextLanguageMenuProps) {
  const { t } = useLingui();
  const { basePath } = useSite();
  const { name } = localeInfo(shown);
  const show = (code: Locale) => (event: MouseEvent<HTMLElement>) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    closeMenu(event.currentTarget);
    onShow(code);
  };
  return (
    <Disclosure
      className={menu.menu}
      summaryClassName={`${menu.summary} ${classes.summary}`}
      name={t`Language of the text: ${name}`}
      label={
        <>
          <Icon name="languages" size={16} />
          <span lang={shown}>{name}</span>
          <Icon name="chevronDown" size={14} />
        </>
      }
    >
      <ul className={`${menu.list} ${classes.list}`} aria-busy={busy}>
        {LOCALES.filter(({ code }) => languages.includes(localeName(code))).map(({ code, name: own, dir }) => (
          <li key={code}>
            <a
              href={`${basePath}${localePath(code, promptPath(id))}`}
              hrefLang={code}
              aria-current={code === shown ? "true" : undefined}
              onClick={show(code)}
            >
              <span lang={code} dir={dir}>
                {own}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
