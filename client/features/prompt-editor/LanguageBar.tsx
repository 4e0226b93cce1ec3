import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { type Locale, LOCALES, localeInfo } from "../../../contract/locales";
import { Failure } from "../../forms/Form";
import { useFailureText } from "../../forms/failure-text";
import { useProblemText } from "../../forms/problem-text";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import segments from "../../ui/segments.module.css";
import { changedLocales, type EditorState, NO_TEXT } from "./editor-state";
import { useRemoveText } from "./use-remove-text";
import classes from "./LanguageBar.module.css";

interface LanguageBarProps {
  state: EditorState;
  setState(change: (state: EditorState) => EditorState): void;
  /** The prompt has another version now. */
  onChanged(): Promise<void>;
}

/** The languages of a prompt: shows one of them, adds one, removes one. */
export function LanguageBar({ state, setState, onChanged }: LanguageBarProps) {
  const { t } = useLingui();
  const selectId = useId();
  const removeText = useRemoveText();
  const failureText = useFailureText("remove-text");
  const problemText = useProblemText("remove-text");
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { saved, locale, texts } = state;
  const languages = LOCALES.filter(({ code }) => texts[code]).map(({ code }) => code);
  const changed = changedLocales(state);
  const { name } = localeInfo(locale);
  const language = <bdi>{name}</bdi>;

  const show = (code: Locale) => {
    setAsking(false);
    setState((before) => ({
      ...before,
      locale: code,
      texts: { ...before.texts, [code]: before.texts[code] ?? NO_TEXT },
    }));
  };
  const forget = () => {
    setAsking(false);
    setState((before) => {
      const rest = Object.fromEntries(Object.entries(before.texts).filter(([code]) => code !== locale));
      const [first = before.locale] = Object.keys(rest) as Locale[];
      return { ...before, texts: rest, locale: first };
    });
  };
  const remove = async () => {
    if (busy || !saved) return;
    setBusy(true);
    setFailure(null);
    try {
      const [problem] = await removeText(saved, locale);
      if (!problem) forget();
      await onChanged();
      // Said once the newer version is there, and the button works again.
      if (problem) setFailure(problemText(problem));
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const isSaved = saved?.texts[locale] !== undefined;
  const isWritten = changed.includes(locale);
  // A prompt has at least one language on the server.
  const isRemovable = isSaved ? Object.keys(saved.texts).length > 1 : languages.length > 1;
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
        {isRemovable && !asking && (
          <Button variant="subtle" onClick={() => (isSaved || isWritten ? setAsking(true) : forget())}>
            <Trans>Remove {language}</Trans>
          </Button>
        )}
      </div>
      {asking && (
        <div className={classes.question} role="group" aria-label={t`Remove ${name}`}>
          <p>
            {isSaved ? (
              <Trans>Remove the text in {language}? It disappears from the prompt at once; the history keeps it.</Trans>
            ) : (
              <Trans>Discard what you have written? It cannot be brought back.</Trans>
            )}
          </p>
          <Button className={classes.danger} variant="outline" onClick={() => (isSaved ? void remove() : forget())}>
            <Trans>Remove</Trans>
          </Button>
          <Button autoFocus variant="default" onClick={() => setAsking(false)}>
            <Trans>Keep it</Trans>
          </Button>
        </div>
      )}
      <Failure message={failure} />
    </div>
  );
}
