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

/** Switches one prompt to the other language. */
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

interface PromptLanguage {
  /** The language to show this prompt in. */
  wanted: Locale;
  /** The language that the button switches to; null if the prompt has only one of the two. */
  target: Locale | null;
  show(locale: Locale): void;
}

/** The language of one prompt: that of all prompts, unless overridden. Switching all prompts resets the override. */
export function usePromptLanguage(languages: readonly LocaleName[]): PromptLanguage {
  const { page, other, all } = useShownLanguage();
  const [override, setOverride] = useState<{ all: Locale; locale: Locale } | null>(null);
  const has = (locale: Locale | null) => locale !== null && languages.includes(localeName(locale));
  const wanted = override?.all === all ? override.locale : has(all) ? all : page;
  const target = has(page) && has(other) ? (wanted === page ? other : page) : null;
  const show = useCallback((locale: Locale) => setOverride({ all, locale }), [all]);
  return { wanted, target, show };
}
