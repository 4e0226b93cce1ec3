import { type Messages, setupI18n, type I18n } from "@lingui/core";
import { type Locale, localeInfo, numberLocale } from "../../contract/locales";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../locales/*/messages.po");

/** The panel's words in a language; also sets the language and direction of the document. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const load = CATALOGS[`../locales/${locale}/messages.po`];
  if (!load) throw new Error(`No catalog for the locale ${locale}`);
  const { messages } = await load();
  const i18n = setupI18n();
  i18n.load(locale, messages);
  i18n.activate(locale, numberLocale(locale));
  document.documentElement.lang = locale;
  document.documentElement.dir = localeInfo(locale).dir;
  return i18n;
}
