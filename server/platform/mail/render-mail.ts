import type { I18n } from "@lingui/core";
import type { Locale } from "../../../contract/locales";
import { loadI18n } from "../i18n/load-i18n";
import type { MailContent, MailData, MailKind, MailText, MailTexts } from "./mail";
import { frameMail } from "./mail-frame";
import { mailHtml, mailText } from "./mail-layout";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** Where a POST stops such mails. */
  stopAddress?: string;
}

export async function renderMail(texts: MailTexts, content: MailContent, locale: Locale): Promise<RenderedMail> {
  const i18n = await loadI18n(locale);
  const mail = frameMail(i18n, textOf(texts, content, i18n));
  const { subject, stop } = mail;
  return { subject, html: mailHtml(mail, locale), text: mailText(mail), ...(stop && { stopAddress: stop.address }) };
}

function textOf<Kind extends MailKind>(
  texts: MailTexts,
  { kind, data }: { kind: Kind; data: MailData[Kind] },
  i18n: I18n,
): MailText {
  return texts[kind](i18n, data);
}
