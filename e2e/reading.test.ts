import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { DEFAULT_LOCALE, FALLBACK_LOCALE, type Locale, LOCALE_CODES, LOCALES, localePath } from "../contract/locales";
import { isDeep } from "../server/platform/testing/deep";
import { CATALOGUE, READY_PROMPT, promptText, displayedText } from "./library";
import { cards, listedNumbers } from "./lists";
import { visit, waitForPrefetching } from "./visit";
import { translate } from "./words";

const FIRST = CATALOGUE[0]?.id ?? 0;

/** As React writes them. */
const NAMES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#x27" };

/** The document's metadata. Lists, to detect duplicates that the browser adds to the server's. */
function readHead(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      title: [...document.querySelectorAll("title:not(svg *)")].map((title) => title.textContent),
      canonical: all("link[rel=canonical]", "href"),
      alternates: [...document.querySelectorAll("link[rel=alternate][hreflang]")].map((link) => [
        link.getAttribute("hreflang"),
        link.getAttribute("href"),
      ]),
      robots: all("meta[name=robots]", "content"),
      descriptions: all("meta[name=description]", "content"),
      openGraphUrl: all("meta[property='og:url']", "content"),
    };
  });
}

function readJsonLd(page: Page): Promise<unknown[]> {
  return page
    .locator("script[type='application/ld+json']")
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent) as unknown));
}

/** The URL in every language, and the x-default one. */
function alternates(path: string) {
  const site = inject("site");
  const links = LOCALES.map(({ code }) => [code, `${site}${localePath(code, path)}`]);
  return [...links, ["x-default", `${site}${localePath(DEFAULT_LOCALE, path)}`]];
}

/** What scripts add to a document they add in every language. */
const WITH_SCRIPTS: readonly string[] = ["ar", "zh"];

describe.each(isDeep ? LOCALES : LOCALES.filter(({ code }) => WITH_SCRIPTS.includes(code)))(
  "in $name",
  ({ code, dir }) => {
    const address = (path: string) => localePath(code, path);
    const options = { javaScriptEnabled: WITH_SCRIPTS.includes(code), expectedComplaints: [/status of 404/] };

    it("the home page, a prompt's page and the not-found page are in the language", async () => {
      const site = inject("site");
      await visit(address("/"), options, async ({ page, dataRequests, open }) => {
        const slogan = translate(code, "Smart prompts, smart results");
        expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([slogan]);
        expect(await readHead(page)).toMatchObject({
          lang: code,
          dir,
          title: [`${slogan} · Polyprompt`],
          canonical: [`${site}${address("/")}`],
          alternates: alternates("/"),
          robots: [],
          descriptions: [expect.stringMatching(/\S/)],
          openGraphUrl: [`${site}${address("/")}`],
        });
        expect(await readJsonLd(page)).toMatchObject([
          { "@type": "WebSite", inLanguage: code, url: `${site}${address("/")}` },
        ]);

        const path = `/prompt/${FIRST}`;
        const { title, remark, content } = promptText(code, FIRST);
        expect(await open(address(path))).toBe(200);
        expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([title]);
        expect(await page.locator("article[aria-labelledby=title]").textContent()).toContain(displayedText(content));
        expect(await page.getByText(remark, { exact: true }).isVisible()).toBe(true);
        expect(await readHead(page)).toMatchObject({
          lang: code,
          dir,
          title: [`${title} · Polyprompt`],
          canonical: [`${site}${address(path)}`],
          alternates: alternates(path),
          robots: [],
          openGraphUrl: [`${site}${address(path)}`],
        });
        expect(await readJsonLd(page)).toMatchObject([
          { "@graph": [{ "@type": "CreativeWork", name: title, inLanguage: code }, { "@type": "BreadcrumbList" }] },
        ]);

        expect(await open(address("/no/such/page"))).toBe(404);
        const missing = translate(code, "Page not found");
        expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([missing]);
        const filledIn = page.getByText(address("/no/such/page"), { exact: true });
        await expect.poll(() => filledIn.count()).toBe(WITH_SCRIPTS.includes(code) ? 1 : 0);
        expect(await page.getByRole("main").getByRole("search").getAttribute("action")).toBe(address("/"));
        expect(await readHead(page)).toMatchObject({
          lang: code,
          dir,
          title: [`${missing} · Polyprompt`],
          canonical: [],
          alternates: [],
          robots: ["noindex"],
        });

        expect(dataRequests).toEqual([]);
      });
    });
  },
);

it("each language has its own pages", async () => {
  const site = inject("site");
  const escape = (text: string) => text.replace(/[&<>"']/g, (it) => `&${NAMES[it] ?? ""};`);
  for (const { code, dir } of LOCALES) {
    const { title } = promptText(code, FIRST);
    for (const [path, status, heading] of [
      ["/", 200, translate(code, "Smart prompts, smart results")],
      [`/prompt/${FIRST}`, 200, title],
      ["/no/such/page", 404, translate(code, "Page not found")],
      ["/prompt/999999", 404, translate(code, "Page not found")],
    ] as const) {
      const response = await fetch(site + localePath(code, path));
      const html = await response.text();
      expect([code, path, response.status]).toEqual([code, path, status]);
      expect(html).toContain(`<html lang="${code}" dir="${dir}"`);
      expect(html).toContain(`<title>${escape(heading)} · Polyprompt</title>`);
      expect(html.match(/<h1[ >]/g), `${code}${path}`).toHaveLength(1);
      const canonical = status === 200 ? [`<link rel="canonical" href="${site}${localePath(code, path)}"`] : null;
      expect(html.match(/<link rel="canonical" href="[^"]*"/g)).toEqual(canonical);
    }
  }
});

it("a loaded page requests nothing more until the reader acts", async () => {
  await visit("/en/?q=write&tag=write", {}, async ({ page, open, dataRequests }) => {
    for (const path of ["/en/?q=write&tag=write", `/en/prompt/${READY_PROMPT}`]) {
      if (path.includes("prompt")) await open(path);
      dataRequests.length = 0;
      await waitForPrefetching(page);
      expect(dataRequests).toEqual([]);
      await page.getByRole("button", { name: "Copy" }).first().click();
      await expect.poll(() => dataRequests.at(-1) ?? "").toContain('"RecordCopy"');
      // A card that shows a part of the text asks for all of it.
      expect(dataRequests.filter((request) => !/"(PromptContent|RecordCopy)"/.test(request))).toEqual([]);
    }
  });
});

it("works without JavaScript, and shows no control that needs it", async () => {
  await visit("/en/", { javaScriptEnabled: false }, async ({ page, open }) => {
    expect(await cards(page).count()).toBe(Math.min(12, CATALOGUE.length));
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
    const [number = 0] = await listedNumbers(page);
    await page.locator(`section[aria-labelledby=prompts] a[href="/en/prompt/${number}"]`).first().click();
    await page.waitForURL(`**/en/prompt/${number}`);
    const { content } = promptText(FALLBACK_LOCALE, number);
    expect(await page.locator("article[aria-labelledby=title]").textContent()).toContain(displayedText(content));

    await open("/ar/");
    await page
      .getByRole("group")
      .filter({ has: page.locator("summary", { hasText: "العربية" }) })
      .locator("summary")
      .click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.waitForURL("**/de/");
  });
});

it("the browser agrees with the server in every time zone and colour mode", async () => {
  const path = `/prompt/${FIRST}`;
  const some = (...locales: readonly Locale[]) => (isDeep ? LOCALE_CODES : locales);
  const places = [
    { timezoneId: "Asia/Kolkata", offset: -330, colorScheme: "light", theme: "system", locales: some("hi", "bn") },
    { timezoneId: "America/Los_Angeles", offset: 480, colorScheme: "dark", theme: "light", locales: ["en", "ar"] },
    { timezoneId: "Pacific/Kiritimati", offset: -840, colorScheme: "light", theme: "dark", locales: ["ja", "de"] },
  ] as const;
  for (const { timezoneId, offset, colorScheme, theme, locales } of isDeep ? places : places.slice(0, 2)) {
    const prepare = (page: Page) => page.addInitScript((value) => localStorage.setItem("theme", value), theme);
    const [first = DEFAULT_LOCALE, ...others] = locales;
    await visit(localePath(first, path), { timezoneId, colorScheme, prepare }, async ({ page, open }) => {
      for (const code of others) await open(localePath(code, path));
      expect(await page.evaluate(() => new Date("2026-01-01").getTimezoneOffset())).toBe(offset);
    });
  }
});
