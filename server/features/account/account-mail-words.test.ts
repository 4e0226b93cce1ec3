import { describe, expect, test } from "vitest";
import { type Locale, LOCALE_CODES, LOCALES } from "../../../contract/locales";
import { mails } from "../../mails";
import type { MailContent } from "../../platform/mail/mail";
import { renderMail as render } from "../../platform/mail/render-mail";

const url = "https://prompts.example/de/user/auth?token=abc&next=%2Fuser%2F";
const username = "Æther_7";

const MAILS: MailContent[] = [
  { kind: "login-link", data: { username, url, minutes: 10 } },
  { kind: "reset-password", data: { username, url, code: "K7QP-M3XD", minutes: 30 } },
  { kind: "confirm-email", data: { username, url, hours: 48 } },
  { kind: "change-email", data: { username, url, hours: 48 } },
  { kind: "stop-email-change", data: { username, newAddress: "n…@example.org", url, hours: 48 } },
  { kind: "email-changed", data: { username, newAddress: "n…@example.org" } },
  { kind: "password-changed", data: { username, when: "2026-11-21T17:05:00.000Z" } },
  { kind: "delete-account", data: { username, code: "K7QP-M3XD", minutes: 15 } },
  { kind: "account-deleted", data: { username, comments: "kept" } },
  { kind: "account-closed", data: { username, reason: "SPAM", note: "Again <b>and</b> again." } },
  { kind: "account-reopened", data: { username } },
];

const renderMail = (content: MailContent, locale: Locale) => render(mails, content, locale);

/** The visible text of the HTML part. */
function visible(html: string): string {
  return html
    .replace(/<head>[^]*<\/head>/, "")
    .replace(/<div style="display:none[^]*?<\/div>/, "")
    .replace(/<[^>]+>/g, "\n")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

describe.each(LOCALES)("in $name", ({ code: locale, dir }) => {
  test.each(MAILS)("a mail has the same content in its text and HTML parts: $kind", async (mail) => {
    const { subject, html, text } = await renderMail(mail, locale);
    expect(subject).not.toMatch(/[\n{}]/);
    expect(subject).toContain("Polyprompt");
    expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
    expect(html).toContain(`<title>${subject}</title>`);
    for (const part of [text, visible(html)]) {
      expect(part).toContain(username);
      expect(part).not.toMatch(/[{}]|undefined|plural/);
      if ("url" in mail.data) expect(part).toContain(url);
      if ("code" in mail.data) expect(part).toContain(mail.data.code);
      if ("newAddress" in mail.data) expect(part).toContain(mail.data.newAddress);
    }
    const lines = (part: string) => part.split("\n").filter((line) => line.trim() !== "");
    const inHtml = lines(visible(html));
    // A link's label ends with a colon in the text part and is a button in the HTML part.
    const missing = lines(text).filter(
      (line) => line !== "-- " && !inHtml.includes(line.replace(/:$/, "")) && !inHtml.includes(line),
    );
    expect(missing).toEqual([]);
    expect(html.match(/<a /g)?.length ?? 0).toBe("url" in mail.data ? 1 : 0);
  });

  test("every kind of mail has a subject and a preview in its own language, and the preview does not show the code", async () => {
    const subjects = new Set<string>();
    for (const mail of MAILS) {
      const { subject, html } = await renderMail(mail, locale);
      const english = await renderMail(mail, "en");
      const preview = (page: string) => /<div style="display:none[^>]*>(.*?)&#847;/.exec(page)?.[1] ?? "";
      expect(preview(html).length).toBeGreaterThan(8);
      expect(preview(html)).not.toContain("K7QP");
      if (locale !== "en") {
        expect(subject).not.toBe(english.subject);
        expect(preview(html)).not.toBe(preview(english.html));
      }
      subjects.add(subject);
    }
    expect(subjects.size).toBe(MAILS.length);
  });

  test("the mail about a deletion says whether the comments stay", async () => {
    const [kept, deleted] = await Promise.all(
      (["kept", "deleted"] as const).map((comments) =>
        renderMail({ kind: "account-deleted", data: { username, comments } }, locale),
      ),
    );
    expect(kept?.text).not.toBe(deleted?.text);
  });

  test("numbers and dates are localized", async () => {
    const one = await renderMail({ kind: "login-link", data: { username, url, minutes: 1 } }, locale);
    const ten = await renderMail({ kind: "login-link", data: { username, url, minutes: 10 } }, locale);
    expect(one.text).not.toBe(ten.text);
    const ten10 = locale === "bn" ? "১০" : "10";
    expect(ten.text).toContain(ten10);
    const { text } = await renderMail(
      { kind: "password-changed", data: { username, when: "2026-11-21T17:05:00.000Z" } },
      locale,
    );
    expect(text).toMatch(locale === "bn" ? /২০২৬/ : /2026/);
    expect(text).toContain("UTC");
  });
});

const HOSTILE = `<img src=x onerror=alert(1)>"'&{0} <b>`;

test.each(LOCALE_CODES)("user input is escaped in %s", async (locale) => {
  const { html, text } = await renderMail(
    { kind: "email-changed", data: { username: HOSTILE, newAddress: `${HOSTILE}@x` } },
    locale,
  );
  expect(html).not.toMatch(/<img|<b>/);
  expect(visible(html)).toContain(HOSTILE);
  expect(text).toContain(HOSTILE);
});

test("a username that could be an address is none in a mail", async () => {
  const { html, text } = await renderMail({ kind: "account-reopened", data: { username: "evil.example" } }, "en");
  expect(html + text).not.toContain("evil.example");
  expect(text).toContain("Hello evil. example,");
});

test("a code and a link are escaped", async () => {
  const { html } = await renderMail(
    {
      kind: "reset-password",
      data: { username, url: `https://prompts.example/?"><script>`, code: "<script>", minutes: 5 },
    },
    "en",
  );
  expect(html).not.toContain("<script");
});

test.each(["javascript:alert(1)", "data:text/html,x", "/user/auth"])("%s is rejected as a link", async (invalidUrl) => {
  const data = { username, url: invalidUrl, minutes: 10 };
  await expect(renderMail({ kind: "login-link", data }, "en")).rejects.toThrow();
});

test("a mail loads no external resources", async () => {
  for (const mail of MAILS) {
    const { html } = await renderMail(mail, "en");
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video|svg)|\bsrc=|url\(|@import/i);
  }
});
