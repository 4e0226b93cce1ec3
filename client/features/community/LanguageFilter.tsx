import { useLingui } from "@lingui/react/macro";
import { localeInfo, LOCALES } from "../../../contract/locales";
import { closeMenu, Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import menu from "../../ui/menu.module.css";
import { changeList, ListLink, useIntendedList } from "../list";
import classes from "./LanguageFilter.module.css";

/** Narrows the list to the prompts that have a text in a language. */
export function LanguageFilter() {
  const { t } = useLingui();
  const { intended } = useIntendedList();
  const { language } = intended;
  const any = t`Any language`;
  const name = language ? localeInfo(language).name : any;
  return (
    <Disclosure
      className={`${menu.menu} ${classes.filter}`}
      summaryClassName={`${menu.summary} ${classes.summary}`}
      name={t`Language of the prompts: ${name}`}
      label={
        <>
          <Icon name="languages" size={16} />
          {language ? <span lang={language}>{name}</span> : any}
          <Icon name="chevronDown" size={14} />
        </>
      }
    >
      <ul className={`${menu.list} ${classes.list}`} onClick={(event) => closeMenu(event.currentTarget)}>
        <li>
          <ListLink change={(state) => changeList(state, { language: null })} current={language === null}>
            {any}
          </ListLink>
        </li>
        {LOCALES.map(({ code, name: own, dir }) => (
          <li key={code}>
            <ListLink change={(state) => changeList(state, { language: code })} current={language === code}>
              <span lang={code} dir={dir}>
                {own}
              </span>
            </ListLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
