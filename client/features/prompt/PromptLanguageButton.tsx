import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type Locale, localeInfo } from "../../../contract/locales";
import { useCallback, useState } from "react";
import { localeName } from "../../i18n/locale-name";
import type { Locale as LocaleName } from "../../gql/graphql";
import { useShownLanguage } from "../language";
import classes from "./quiet-button.module.css";

interface PromptLanguageButtonProps {
  target: Locale;
  busy: boolean;
  onShow(locale: Locale): void;
}

/** Flips one prompt to the other language. */
export function PromptLanguageButton({ target, busy, onShow }: PromptLanguageButtonProps) {
  const { t } = useLingui();
  const { name } = localeInfo(target);
  return (
    <Button
      variant="default"
      className={classes.button}
      lang={target}
      aria-label={t`Show in ${name}`}
      aria-busy={busy}
      data-needs-script
      onClick={() => onShow(target)}
    >
      {name}
    </Button>
  );
}

interface OwnLanguage {
  /** The language in which this prompt is wanted. */
  wanted: Locale;
  /** What its toggle would turn it to; null where it has only one of the two. */
  target: Locale | null;
  show(locale: Locale): void;
}

/** The language of one prompt: that of all of them, until its own toggle is used; flipping all of them forgets that. */
export function useOwnLanguage(languages: readonly LocaleName[]): OwnLanguage {
  const { page, other, all } = useShownLanguage();
  const [own, setOwn] = useState<{ all: Locale; locale: Locale } | null>(null);
  const has = (locale: Locale | null) => locale !== null && languages.includes(localeName(locale));
  const wanted = own?.all === all ? own.locale : has(all) ? all : page;
  const target = has(page) && has(other) ? (wanted === page ? other : page) : null;
  const show = useCallback((locale: Locale) => setOwn({ all, locale }), [all]);
  return { wanted, target, show };
}
