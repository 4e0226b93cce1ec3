import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { type Locale, numberLocale } from "../../../contract/locales";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../../locales/*/messages.po");

/** The words that the server itself writes, in mails, feeds and pages that failed. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const load = CATALOGS[`../../locales/${locale}/messages.po`];
  if (!load) throw new Error(`No catalog for the locale ${locale}`);
  const { messages } = await load();
  const i18n = setupI18n();
  i18n.load(locale, messages);
  i18n.activate(locale, numberLocale(locale));
  return i18n;
}
