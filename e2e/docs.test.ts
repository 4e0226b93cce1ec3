import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
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

it("the terms and the privacy policy are in every language", async () => {
  for (const { code, dir } of LOCALES)
    for (const path of [TERMS, PRIVACY]) {
      const response = await fetch(inject("site") + localePath(code, path));
      const html = await response.text();
      expect([code, response.status]).toEqual([code, 200]);
      const [, title = ""] = /<article.*?<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
      expect(title).toMatch(/\S/);
      expect(html).toContain(`<title>${title} · Polyprompt</title>`);
      expect(html.match(/<h2[ >]/g)?.length, `${code}${path}`).toBeGreaterThan(5);
      expect(html).toMatch(new RegExp(`<article.*<div[^>]* lang="${code}" dir="${dir}"`, "s"));
      const date = new Intl.DateTimeFormat(code, { dateStyle: "long", timeZone: "UTC" }).format(updated(path));
      expect(html).toContain(translate(code, "Last updated: {updated}", { updated: date }));
      expect(html).not.toContain('role="note"');
    }
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

it("a link to another docs page opens it without loading a document, and back; one to a heading scrolls it to just below the header", async () => {
  await visit(`/en${TERMS}`, {}, async ({ page, open, documents, dataRequests }) => {
    await page.getByRole("main").getByRole("link", { name: "privacy policy" }).click();
    await page.waitForURL(`**/en${PRIVACY}`);
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Terms of service" }).waitFor();
    expect(documents).toHaveLength(1);
    // Data already on the page is not requested again.
    expect(dataRequests).toHaveLength(1);
    await open(`/en${PRIVACY}#doc-your-rights`);
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
