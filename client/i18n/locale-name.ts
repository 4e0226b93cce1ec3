import type { Locale } from "../../contract/locales";
import type { Locale as LocaleName } from "../gql/graphql";

/** The locale as the GraphQL enum spells it, in capitals. */
export function localeName(locale: Locale): LocaleName {
  return locale.toUpperCase() as LocaleName;
}

export function localeOf(name: LocaleName): Locale {
  return name.toLowerCase() as Locale;
}
