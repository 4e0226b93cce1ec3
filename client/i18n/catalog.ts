import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { type Locale, numberLocale } from "../../contract/locales";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../locales/*/messages.po");

/** Words that come with the pages and dialogs that need them. */
export interface Catalog {
  /** As the build's manifest names it. */
  source(locale: Locale): string;
  add(i18n: I18n): Promise<void>;
}

/** The source file of a locale's catalog, as the build's manifest names it. */
export function catalogSource(locale: Locale): string {
  return `client/locales/${locale}/messages.po`;
}

/** An i18n of its own for each request or page: `lang`, `dir` and the messages cannot diverge in it. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const load = CATALOGS[`../locales/${locale}/messages.po`];
  if (!load) throw new Error(`No catalog for the locale ${locale}`);
  const { messages } = await load();
  const i18n = setupI18n();
  i18n.load(locale, messages);
  i18n.activate(locale, numberLocale(locale));
  return i18n;
}
