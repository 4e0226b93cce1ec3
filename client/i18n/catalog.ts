import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { type Locale, numberLocale } from "../../contract/locales";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../locales/*/messages.po");

/** A message catalog that is loaded with the pages and dialogs that need it. */
export interface Catalog {
  /** The source file's key in the build manifest. */
  source(locale: Locale): string;
  add(i18n: I18n): Promise<void>;
}

/** The key of a locale's main catalog in the build manifest. */
export function catalogSource(locale: Locale): string {
  return `client/locales/${locale}/messages.po`;
}

/** A separate instance for each request or page, so that concurrent ones cannot change its locale. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const load = CATALOGS[`../locales/${locale}/messages.po`];
  if (!load) throw new Error(`No catalog for the locale ${locale}`);
  const { messages } = await load();
  const i18n = setupI18n();
  i18n.load(locale, messages);
  i18n.activate(locale, numberLocale(locale));
  return i18n;
}
