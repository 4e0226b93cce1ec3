import { useCallback, useState } from "react";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";
import type { Locale as LocaleName } from "../../gql/graphql";
import { useShownLanguage } from "../language";

interface PromptLanguage {
  /** The language to show this prompt in. */
  wanted: Locale;
  /** The language that the toggle switches to; null if the prompt has only one of the two. */
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
