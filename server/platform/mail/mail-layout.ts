import { BRAND_COLOR, PRODUCT_NAME } from "../../../contract/product";
import { type Locale, localeInfo } from "../../../contract/locales";
import { escapeHtml } from "../markdown/escape-html";
import type { FramedMail } from "./mail-frame";

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const PARAGRAPH = `margin:0 0 16px;${FONT};font-size:16px;line-height:1.6`;
const NOTE = `margin:0 0 12px;${FONT};font-size:14px;line-height:1.6`;
const CODE =
  "margin:0 0 16px;font-family:ui-monospace,Consolas,monospace;font-size:24px;font-weight:bold;letter-spacing:2px";
const BUTTON = `display:inline-block;padding:12px 24px;${FONT};font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none`;

/** Pads the preview text, which mail programs otherwise extend with the beginning of the mail. */
const PREVIEW_FILLING = "&#847;&zwnj;&nbsp;".repeat(60);

/**
 * One column and inline styles, which all mail programs render alike. No images, nothing is loaded. Text and background colours
 * are left to the program, so that dark mode works.
 */
export function mailHtml(mail: FramedMail, locale: Locale): string {
  const { dir } = localeInfo(locale);
  const { subject, preview, greeting, lead, code, action, otherwise, notes, lines = [], stop, footer } = mail;
  const paragraph = (text: string, style = PARAGRAPH) => `<p style="${style}">${escapeHtml(text)}</p>`;
  return [
    "<!doctype html>",
    `<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:0">',
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${PREVIEW_FILLING}</div>`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 16px">',
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${dir}" style="max-width:560px"><tr><td align="${dir === "rtl" ? "right" : "left"}">`,
    paragraph(PRODUCT_NAME, `margin:0 0 24px;${FONT};font-size:18px;font-weight:bold`),
    paragraph(greeting),
    paragraph(lead),
    ...lines.map((line) => paragraph(line)),
    ...(code === undefined ? [] : [`<p dir="ltr" style="${CODE}">${escapeHtml(code)}</p>`]),
    ...(action ? [button(action)] : []),
    ...notes.map((note) => paragraph(note, NOTE)),
    ...(action ? [paragraph(otherwise, NOTE), address(action.url)] : []),
    ...(stop
      ? [`<p style="${NOTE}"><a href="${escapeHtml(webAddress(stop.url))}">${escapeHtml(stop.label)}</a></p>`]
      : []),
    paragraph(footer, `margin:24px 0 0;${FONT};font-size:13px;line-height:1.5`),
    "</td></tr></table>",
    "</td></tr></table>",
    "</body></html>",
    "",
  ].join("\n");
}

export function mailText({ greeting, lead, code, action, notes, lines = [], stop, footer }: FramedMail): string {
  const paragraphs = [
    greeting,
    lead,
    ...lines,
    ...(code === undefined ? [] : [code]),
    ...(action ? [`${action.label}:\n${webAddress(action.url)}`] : []),
    ...notes,
    ...(stop ? [`${stop.label}:\n${webAddress(stop.url)}`] : []),
    `-- \n${footer}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function button({ label, url }: { label: string; url: string }): string {
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>',
    `<td bgcolor="${BRAND_COLOR}" style="border-radius:6px;background:${BRAND_COLOR}">`,
    `<a href="${escapeHtml(webAddress(url))}" style="${BUTTON}">${escapeHtml(label)}</a>`,
    "</td></tr></table>",
  ].join("");
}

/** Left to right even in an Arabic mail, and breakable anywhere, so that it fits the screen. */
function address(url: string): string {
  return `<p dir="ltr" style="${NOTE};word-break:break-all">${escapeHtml(webAddress(url))}</p>`;
}

/** A link with any other scheme could run a script when clicked. */
function webAddress(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new RangeError("A mail may link to web pages only.");
  return url;
}
