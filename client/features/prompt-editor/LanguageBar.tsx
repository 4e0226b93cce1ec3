import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { type Locale, LOCALES, localeInfo } from "../../../contract/locales";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import segments from "../../ui/segments.module.css";
import { changedLocales, type EditorState, removeText, showText } from "./editor-state";
import classes from "./LanguageBar.module.css";

interface LanguageBarProps {
  state: EditorState;
  setState(change: (state: EditorState) => EditorState): void;
}

/** The languages of a prompt: shows one of them, adds one, removes one. */
export function LanguageBar({ state, setState }: LanguageBarProps) {
  const { t } = useLingui();
  const selectId = useId();
  const [asking, setAsking] = useState(false);
  const { saved, locale, texts } = state;
  const languages = LOCALES.filter(({ code }) => texts[code]).map(({ code }) => code);
  const changed = changedLocales(state);
  const { name } = localeInfo(locale);
  const language = <bdi>{name}</bdi>;

  const show = (code: Locale) => {
    setAsking(false);
    setState((before) => showText(before, code));
  };
  const remove = () => {
    setAsking(false);
    setState((before) => removeText(before, locale));
  };
  const isSaved = saved?.texts[locale] !== undefined;
  const isWritten = changed.includes(locale);
  return (
    <div className={classes.languages}>
      <div className={classes.row}>
        {(saved || languages.length > 1) && (
          <div className={segments.segments} role="group" aria-label={t`Languages of the text`}>
            {languages.map((code) => (
              <button
                key={code}
                className={segments.segment}
                type="button"
                lang={code}
                aria-pressed={code === locale}
                onClick={() => show(code)}
              >
                {localeInfo(code).name}
                {saved && changed.includes(code) && (
                  <span
                    className={classes.changed}
                    role="img"
                    aria-label={t`not saved`}
                    lang={document.documentElement.lang}
                  >
                    •
                  </span>
                )}
              </button>
            ))}
          </div>
        )}
        <label className={classes.label} htmlFor={selectId}>
          <Trans>Add a language</Trans>
        </label>
        <span className={classes.holder}>
          <select
            id={selectId}
            className={classes.select}
            value=""
            onChange={({ currentTarget }) => show(currentTarget.value as Locale)}
          >
            <option value="">{t`Add a language`}</option>
            {LOCALES.filter(({ code }) => !texts[code]).map(({ code, name: label }) => (
              <option key={code} value={code} lang={code}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={16} />
        </span>
        {languages.length > 1 && !asking && (
          <Button variant="subtle" onClick={() => (isSaved || isWritten ? setAsking(true) : remove())}>
            <Trans>Remove {language}</Trans>
          </Button>
        )}
      </div>
      {asking && (
        <div className={classes.question} role="group" aria-label={t`Remove ${name}`}>
          <p>
            {isSaved ? (
              <Trans>
                Remove the text in {language}? It disappears from the prompt when you save; the history keeps it.
              </Trans>
            ) : (
              <Trans>Discard what you have written? It cannot be brought back.</Trans>
            )}
          </p>
          <Button className={classes.danger} variant="outline" onClick={remove}>
            <Trans>Remove</Trans>
          </Button>
          <Button autoFocus variant="default" onClick={() => setAsking(false)}>
            <Trans>Keep it</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
