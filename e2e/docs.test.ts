import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { LOCALES, localePath } from "../contract/locales";
import { expectNoViolationsOn, LOCALES_TO_CHECK } from "./axe";
import { visit } from "./visit";
import { translate } from "./words";

const TERMS = "/docs/terms-of-service";
const PRIVACY = "/docs/privacy-policy";
const INTERFACE = "/docs/guides/interface";
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** The date in a page's front matter. */
function updated(path: string): Date {
  const file = readFileSync(new URL(`../docs-content/en${path.slice("/docs".length)}.md`, import.meta.url), "utf8");
  return new Date(/^updated: (.*)$/m.exec(file)?.[1] ?? "");
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

it("the terms and the privacy policy are in every language", async () => {
  for (const { code, dir } of LOCALES)
    for (const path of [TERMS, PRIVACY]) {
      const response = await fetch(inject("site") + localePath(code, path));
      const html = await response.text();
      expect([code, response.status]).toEqual([code, 200]);
      const [, title = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
      expect(title).toMatch(/\S/);
      expect(html).toContain(`<title>${title} · Polyprompt</title>`);
      expect(html.match(/<h2[ >]/g)?.length, `${code}${path}`).toBeGreaterThan(5);
      expect(html).toMatch(new RegExp(`<article.*<div[^>]* lang="${code}" dir="${dir}"`, "s"));
      const date = new Intl.DateTimeFormat(code, { dateStyle: "long", timeZone: "UTC" }).format(updated(path));
      expect(html).toContain(translate(code, "Last updated: {updated}", { updated: date }));
      expect(html).not.toMatch(/<p[^>]* role="note"/);
    }
});

it("a newcomer finds the docs on the home page, and copies a filled prompt by what they say", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  await visit("/en/", { ...DESKTOP, permissions }, async ({ page, documents }) => {
    await page.getByRole("banner").getByRole("link", { name: "Docs" }).click();
    await page.getByRole("main").getByRole("link", { name: "Get started", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
    await heading(page, "Fill in the blanks").waitFor();
    await page.getByRole("article").getByRole("link", { name: "Translate a text with translator’s notes" }).click();
    await page.waitForURL("**/en/prompt/8");
    const blank = page.getByRole("textbox", { name: "target language" }).first();
    await blank.fill("Italian");
    await page.keyboard.press("Control+Enter");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain("Italian");
    expect(documents).toHaveLength(1);
  });
});

it("a link to another docs page opens it without loading a document, and back; one to a heading scrolls it to just below the header", async () => {
  await visit(`/en${TERMS}`, {}, async ({ page, open, documents, dataRequests }) => {
    await page.getByRole("article").getByRole("link", { name: "privacy policy" }).click();
    await page.waitForURL(`**/en${PRIVACY}`);
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Terms of service" }).waitFor();
    expect(documents).toHaveLength(1);
    // Data already on the page is not requested again.
    expect(dataRequests).toHaveLength(1);
    await open(`/en${PRIVACY}#your-rights`);
    const { y = 0 } = (await heading(page, "Your rights").boundingBox()) ?? {};
    expect(y).toBeGreaterThan(50);
    expect(y).toBeLessThan(900);
  });
});

describe("the search of the docs", () => {
  it("is used by keyboard alone: from the list of pages to a section", async () => {
    await visit(`/en${INTERFACE}`, DESKTOP, async ({ page, documents }) => {
      await page.getByRole("searchbox", { name: "Search the docs" }).focus();
      await page.keyboard.type("api token");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/en/docs/search?q=api+token");
      await expect
        .poll(() => page.getByRole("status").allInnerTexts())
        .toContainEqual(expect.stringMatching(/\d+ sections?, \d+ pages?/));
      const field = page.getByRole("main").getByRole("searchbox");
      expect(await field.inputValue()).toBe("api token");
      await field.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      const first = page.locator("[data-hit]").first();
      expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
      expect((await first.locator("mark").allInnerTexts()).join(" ")).toMatch(/token/i);
      const name = await first.locator("b").innerText();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/en\/docs\/[\w/-]+#/);
      await heading(page, name).waitFor();
      expect(await heading(page, name).evaluate((element) => `#${element.id}` === location.hash)).toBe(true);
      expect(documents).toHaveLength(1);
    });
  });

  it("works without scripts, and says when it finds nothing", async () => {
    await visit("/en/docs/", { javaScriptEnabled: false }, async ({ page }) => {
      const field = page.getByRole("searchbox", { name: "Search the docs" });
      await field.fill("backup");
      await field.press("Enter");
      await page.waitForURL("**/en/docs/search?q=backup");
      await page.locator("[data-hit]").first().click();
      await page.waitForURL(/\/en\/docs\/deploy#/);
      await page.goBack();
      await page.getByRole("searchbox").fill("zzqxjw");
      await page.getByRole("searchbox").press("Enter");
      await page.getByText("No page of the docs has these words.").waitFor();
      await page
        .getByRole("main")
        .getByRole("link", { name: /^Getting started/ })
        .last()
        .waitFor();
    });
  });
});

describe("the list of pages and the contents", () => {
  it("stand beside the text in wide windows, and the contents follow the scroll", async () => {
    await visit(`/en${INTERFACE}`, DESKTOP, async ({ page }) => {
      const pages = page.getByRole("navigation", { name: "Docs" });
      expect(await pages.getByRole("link", { name: "The interface" }).getAttribute("aria-current")).toBe("page");
      await pages.getByRole("link", { name: "Community" }).waitFor();
      const contents = page.getByRole("navigation", { name: "On this page" });
      const here = () => contents.locator("[aria-current]").innerText();
      expect(await here()).toBe("Search");
      await contents.getByRole("link", { name: "Keyboard" }).click();
      await expect.poll(here).toBe("Keyboard");
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(here).toBe("Search");
      expect(await page.getByRole("button", { name: "Pages" }).isVisible()).toBe(false);
    });
  });

  it("are a drawer and a line that opens in narrow windows", async () => {
    await visit(`/en${INTERFACE}`, PHONE, async ({ page }) => {
      const pages = page.getByRole("navigation", { name: "Docs" });
      expect(await pages.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Pages" }).click();
      await pages.getByRole("link", { name: "Community" }).click();
      await page.getByRole("heading", { level: 1, name: "Community" }).waitFor();
      await expect.poll(() => pages.isVisible()).toBe(false);
      expect(await page.getByRole("navigation", { name: "On this page" }).isVisible()).toBe(false);
      await page.locator("summary", { hasText: "On this page" }).click();
      await page.getByRole("group").getByRole("link", { name: "Votes", exact: true }).click();
      await page.waitForURL("**#votes");
    });
  });

  it("open without scripts", async () => {
    await visit(`/en${INTERFACE}`, { ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      await page.getByRole("button", { name: "Pages" }).click();
      await page.getByRole("navigation", { name: "Docs" }).getByRole("link", { name: "Community" }).click();
      await page.waitForURL("**/en/docs/guides/community");
    });
  });
});

it("a page that is missing in a language is shown in English, with a note; its frame is in the language", async () => {
  await visit(`/ar${INTERFACE}`, DESKTOP, async ({ page }) => {
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/\p{Script=Arabic}/u);
    const note = page.locator("p[role=note]");
    const words = translate(
      "ar",
      "This page is not available in your language yet. Here is the English one. <0>Help us translate it</0>",
    );
    expect(await note.innerText()).toBe(words.replace(/<\/?0>/g, ""));
    const text = page.locator("article > div");
    expect([await text.getAttribute("lang"), await text.getAttribute("dir")]).toEqual(["en", "ltr"]);
    const [side, article] = await Promise.all([
      page.getByRole("navigation", { name: translate("ar", "Docs"), exact: true }).boundingBox(),
      page.getByRole("article").boundingBox(),
    ]);
    expect(side?.x).toBeGreaterThan((article?.x ?? 0) + (article?.width ?? 0));
    // Links in the English text lead to pages in the reader's language.
    expect(await page.locator("article a[href$='/guides/getting-started']").first().getAttribute("href")).toBe(
      "/ar/docs/guides/getting-started",
    );
  });
});

it("code is highlighted by the server and copied whole", async () => {
  const options = { ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] };
  await visit("/en/docs/integrators/graphql-api", options, async ({ page }) => {
    const code = page.locator("figure", { has: page.getByText("first-query.mjs") });
    await code.getByRole("button", { name: "Copy" }).click();
    await code.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`await fetch("${inject("site")}/graphql"`);
    expect(copied.split("\n").length).toBeGreaterThan(5);
    for (const mode of ["dark", "light"]) {
      await page.evaluate((each) => document.documentElement.setAttribute("data-mantine-color-scheme", each), mode);
      const colors = await code
        .locator("span[class]")
        .evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).color))]);
      expect(colors.length, mode).toBeGreaterThan(2);
    }
  });
});

it("pictures are those of the colour mode", async () => {
  await visit("/en/docs/guides/getting-started", DESKTOP, async ({ page }) => {
    const shown = () =>
      page
        .locator("figure.picture img")
        .evaluateAll((images: HTMLElement[]) =>
          images.filter((image) => image.checkVisibility()).map((image) => image.getAttribute("class")),
        );
    expect(new Set(await shown())).toEqual(new Set(["dark"]));
    await page.evaluate(() => document.documentElement.setAttribute("data-mantine-color-scheme", "light"));
    expect(new Set(await shown())).toEqual(new Set(["light"]));
  });
});

it("a page that has moved leads to where it is, and addresses to their canonical form", async () => {
  const site = inject("site");
  for (const [from, to] of [
    ["/en/docs/getting-started", "/en/docs/guides/getting-started"],
    ["/docs/faq", "/docs/guides/faq"],
    ["/bn/docs", "/bn/docs/"],
    ["/bn/docs/extension", "/bn/docs/extension/"],
    ["/docs", "/docs/"],
    ["/en/docs/deploy/", "/en/docs/deploy"],
    ["/en/blog/", "/en/blog"],
  ] as const) {
    const response = await fetch(site + from, { redirect: "manual" });
    expect([from, response.status, response.headers.get("location")]).toEqual([from, 301, to]);
  }
  for (const path of [
    "/en/docs/category/none",
    "/en/docs/category/run",
    "/en/docs/tags/none",
    "/en/docs/extension/none",
    "/en/blog/none",
  ])
    expect([path, (await fetch(site + path)).status]).toEqual([path, 404]);
});

it("news lead from the latest to the archive and to older ones", async () => {
  await visit("/en/docs/", DESKTOP, async ({ page, documents }) => {
    await page.getByRole("navigation", { name: "Docs" }).getByRole("link", { name: "What’s new" }).click();
    await page.getByRole("heading", { level: 1, name: "What’s new" }).waitFor();
    expect(await page.getByRole("link", { name: "Follow by feed" }).getAttribute("href")).toBe("/en/blog.atom");
    await page.getByRole("link", { name: "All posts by year" }).click();
    await page.getByRole("heading", { level: 1, name: "Archive" }).waitFor();
    await page.getByRole("heading", { level: 2, name: "2026" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "The library is open" }).click();
    await page.getByRole("heading", { level: 1, name: "The library is open" }).waitFor();
    await page.getByRole("navigation", { name: "Previous and next page" }).getByRole("link").click();
    await page.waitForURL((url) => !url.pathname.endsWith("/the-library-opens"));
    expect(documents).toHaveLength(1);
  });
});

it.each(LOCALES_TO_CHECK)("in %s no kind of page of the docs has axe violations", async (locale) => {
  await expectNoViolationsOn(
    {
      "the first page": "/docs/",
      "a guide": "/docs/guides/getting-started",
      "a page with code": "/docs/integrators/import-export",
      "a category": "/docs/category/guides",
      "the tags": "/docs/tags",
      "a tag": "/docs/tags/basics",
      "a search": "/docs/search?q=token",
      "a search without results": "/docs/search?q=zzqxjw",
      "the news": "/blog",
      "the archive": "/blog/archive",
      "a post": "/blog/the-library-opens",
    },
    locale,
  );
});

it("the code of the docs is loaded by the docs only", async () => {
  const site = inject("site");
  const scripts = async (path: string) => (await fetch(`${site}${path}`)).text();
  expect(await scripts(`/en${PRIVACY}`)).toMatch(/page-docs-[\w-]+\.js/);
  for (const path of ["/en/", "/en/prompt/1"]) expect(await scripts(path)).not.toMatch(/page-docs/);
});
