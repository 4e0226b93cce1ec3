import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { type Locale, numberLocale } from "../../../product.config";
import type { MailContent } from "./mail";
import { mailHtml, mailText } from "./mail-layout";
import { mailWords } from "./mail-words";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../../locales/*/messages.po");

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export async function renderMail(content: MailContent, locale: Locale): Promise<RenderedMail> {
  const words = mailWords(await loadI18n(locale), content);
  return { subject: words.subject, html: mailHtml(words, locale), text: mailText(words) };
}

async function loadI18n(locale: Locale): Promise<I18n> {
  const load = CATALOGS[`../../locales/${locale}/messages.po`];
  if (!load) throw new Error(`No mail catalog for the locale ${locale}`);
  const { messages } = await load();
  const i18n = setupI18n();
  i18n.load(locale, messages);
  i18n.activate(locale, numberLocale(locale));
  return i18n;
}
