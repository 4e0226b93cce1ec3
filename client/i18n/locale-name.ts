import type { Locale } from "../../contract/locales";
import type { Locale as LocaleName } from "../gql/graphql";

/** The schema's enum names the locales in capitals. */
export function localeName(locale: Locale): LocaleName {
  return locale.toUpperCase() as LocaleName;
}

export function localeOf(name: LocaleName): Locale {
  return name.toLowerCase() as Locale;
}
