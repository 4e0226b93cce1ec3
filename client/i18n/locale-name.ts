import type { Locale } from "../../contract/locales";
import type { Locale as LocaleName } from "../gql/graphql";

/** The locale as the GraphQL enum spells it, in capitals. */
export function localeName(locale: Locale): LocaleName {
  return locale.toUpperCase() as LocaleName;
}

export function localeOf(name: LocaleName): Locale {
  return name.toLowerCase() as Locale;
}

const names = new Map<Locale, Intl.DisplayNames>();

/** What a language is called in another one: German is "Deutsch" in German and "allemand" in French. */
export function languageNameIn(locale: Locale, language: Locale): string {
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: "language" });
  names.set(locale, known);
  return known.of(language) ?? language;
}
