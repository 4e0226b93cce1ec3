import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { LOCALES, localePath } from "../contract/locales";
import { visit } from "./visit";
import { translate } from "./words";

const TERMS = "/docs/terms-of-service";
const PRIVACY = "/docs/privacy-policy";

/** The date in a page's front matter. */
function updated(path: string): Date {
  const file = readFileSync(new URL(`../docs-content/en${path.slice("/docs".length)}.md`, import.meta.url), "utf8");
  return new Date(/^updated: (.*)$/m.exec(file)?.[1] ?? "");
}

describe.each(LOCALES)("in $name", ({ code, dir }) => {
  it("the terms and the privacy policy can be read without scripts, in that language", async () => {
    await visit(localePath(code, TERMS), { javaScriptEnabled: false }, async ({ page, open }) => {
      for (const path of [TERMS, PRIVACY]) {
        expect(await open(localePath(code, path))).toBe(200);
        const article = page.getByRole("article");
        const title = await article.getByRole("heading", { level: 1 }).innerText();
        expect(await page.title()).toBe(`${title} · Polyprompt`);
        expect(await article.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(5);
        const text = article.locator("> div");
        expect([await text.getAttribute("lang"), await text.getAttribute("dir")]).toEqual([code, dir]);
        const date = new Intl.DateTimeFormat(code, { dateStyle: "long", timeZone: "UTC" }).format(updated(path));
        await article
          .getByText(translate(code, "Last updated: {updated}", { updated: date }), { exact: true })
          .waitFor();
        expect(await page.getByRole("note").count()).toBe(0);
      }
    });
  });
});

it("a page declares its URL in every language, and its type", async () => {
  const site = inject("site");
  const html = await (await fetch(`${site}/fr${PRIVACY}`)).text();
  expect(html).toContain(`<link rel="canonical" href="${site}/fr${PRIVACY}"/>`);
  const alternates = [...html.matchAll(/hrefLang="([^"]+)" href="([^"]+)"/g)].map(([, code, href]) => [code, href]);
  expect(alternates).toEqual([
    ...LOCALES.map(({ code }) => [code, `${site}${localePath(code, PRIVACY)}`]),
    ["x-default", `${site}${PRIVACY}`],
  ]);
  const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    "@graph": [
      { "@type": "WebPage", url: `${site}/fr${PRIVACY}`, inLanguage: "fr" },
      { "@type": "BreadcrumbList", itemListElement: [{}, { item: `${site}/fr${PRIVACY}` }] },
    ],
  });
});

it("a link to another docs page opens it without loading a document, and back", async () => {
  await visit(`/en${TERMS}`, {}, async ({ page, documents, dataRequests }) => {
    await page.getByRole("main").getByRole("link", { name: "privacy policy" }).click();
    await page.waitForURL(`**/en${PRIVACY}`);
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Terms of service" }).waitFor();
    expect(documents).toHaveLength(1);
    // Data already on the page is not requested again.
    expect(dataRequests).toHaveLength(1);
  });
});

it("a link to a heading scrolls it to just below the header", async () => {
  await visit(`/en${PRIVACY}#doc-your-rights`, {}, async ({ page }) => {
    const { y = 0 } = (await page.getByRole("heading", { name: "Your rights" }).boundingBox()) ?? {};
    expect(y).toBeGreaterThan(50);
    expect(y).toBeLessThan(900);
  });
});

it("a page missing in a language is shown in English, with a notice", async () => {
  await visit(`/ar${TERMS}`, { usable: true }, async ({ page }) => {
    await page.route("**/graphql", async (route) => {
      const english = { locale: "EN", path: "privacy-policy" };
      const { query, variables } = route.request().postDataJSON() as { query: string; variables: object };
      const response = await route.fetch({ postData: { query, variables: { ...variables, ...english } } });
      await route.fulfill({ response });
    });
    await page.locator("article a[href=privacy-policy]").click();
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor();
    const missing = "This page is not available in your language yet. Here is the English one.";
    expect(await page.getByRole("note").innerText()).toBe(translate("ar", missing));
    const text = page.locator("article > div");
    expect([await text.getAttribute("lang"), await text.getAttribute("dir")]).toEqual(["en", "ltr"]);
  });
});

it("the code of the docs is loaded by the docs only", async () => {
  const site = inject("site");
  const scripts = async (path: string) => (await fetch(`${site}${path}`)).text();
  expect(await scripts(`/en${PRIVACY}`)).toMatch(/page-docs-[\w-]+\.js/);
  for (const path of ["/en/", "/en/prompt/1"]) expect(await scripts(path)).not.toMatch(/page-docs/);
});
