import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { type Locale, numberLocale } from "../../../contract/locales";
import type { MailContent, MailData, MailKind, MailText, MailTexts } from "./mail";
import { frameMail } from "./mail-frame";
import { mailHtml, mailText } from "./mail-layout";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../../locales/*/messages.po");

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export async function renderMail(texts: MailTexts, content: MailContent, locale: Locale): Promise<RenderedMail> {
  const i18n = await loadI18n(locale);
  const mail = frameMail(i18n, textOf(texts, content, i18n));
  return { subject: mail.subject, html: mailHtml(mail, locale), text: mailText(mail) };
}

function textOf<Kind extends MailKind>(
  texts: MailTexts,
  { kind, data }: { kind: Kind; data: MailData[Kind] },
  i18n: I18n,
): MailText {
  return texts[kind](i18n, data);
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
