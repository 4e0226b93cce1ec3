import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { blanksIn, CATALOGUE, copiedText, promptText } from "./library";
import { cards, listedNumbers, searchField, waitForQuery } from "./lists";
import { startSite, type RunningSite } from "./site";
import { PUBLIC_HOST, waitUntilUsable, visit } from "./visit";
import { translate } from "./words";

const BASE = "/x/y";
const FIRST = CATALOGUE[0]?.id ?? 0;
let site: RunningSite;

beforeAll(async () => {
  site = await startSite({
    basePath: BASE,
    host: PUBLIC_HOST,
    links: { chatTargets: [] },
    sharedDataDir: inject("dataDir"),
  });
});

afterAll(() => site.stop());

it("the whole site works below a base path, over plain http", async () => {
  await visit("/en/?sort=release&order=asc", { site: site.url }, async ({ page, documents }) => {
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${site.url}/en/`);
    await cards(page).first().getByRole("heading").getByRole("link").click();
    await page.waitForURL(`${site.url}/en/prompt/${FIRST}`);
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    expect(documents).toHaveLength(1);

    // The Clipboard API is missing over plain http; pasting shows what was copied.
    const { content } = promptText("en", FIRST);
    const [blank] = blanksIn(content);
    const prompt = page.locator("article[aria-labelledby=title]");
    await prompt.getByRole("textbox", { name: blank?.label }).fill("here");
    await prompt.getByRole("button", { name: /^Copy/ }).click();
    await prompt.getByRole("button", { name: "Copied" }).waitFor();
    await page.evaluate(() => document.body.append(document.createElement("textarea")));
    await page.locator("body > textarea:not([aria-hidden])").focus();
    await page.keyboard.press("Control+v");
    expect(await page.locator("body > textarea:not([aria-hidden])").inputValue()).toBe(
      copiedText(content, { [blank?.name ?? ""]: "here" }),
    );

    await page.locator("header details:has([hreflang]) > summary").click();
    await page.getByRole("banner").getByRole("link", { name: "Deutsch" }).click();
    await page.waitForURL(`${site.url}/de/prompt/${FIRST}`);
    await waitUntilUsable(page);
    await page.getByRole("link", { name: translate("de", "Polyprompt, to the home page") }).click();
    await page.waitForURL(`${site.url}/de/`);
    await searchField(page).fill(promptText("de", FIRST).title);
    await waitForQuery(page, { q: promptText("de", FIRST).title });
    await expect.poll(async () => (await listedNumbers(page))[0]).toBe(FIRST);
  });
});

it("without configured chats, nothing offers to open one", async () => {
  await visit("/en/", { site: site.url }, async ({ page }) => {
    expect(await cards(page).first().getByRole("button").count()).toBeGreaterThan(0);
    expect(await page.locator("main [aria-haspopup=menu]").count()).toBe(0);
  });
});

it("the not-found page is served at any address below the base path, and links to pages below it", async () => {
  for (const path of ["/en/prompt/999999", "/en//evil.example/", "//evil.example/"]) {
    await visit(path, { site: site.url, expectedComplaints: [/status of 404/] }, async ({ page, dataRequests }) => {
      expect(await page.locator("main h1").count()).toBe(1);
      const english = page.locator("header a[hreflang=en]");
      expect(await english.getAttribute("href")).toBe(`${BASE}/en/`);
      expect(dataRequests).toEqual([]);
      await page.locator("main").getByRole("link").click();
      await cards(page).first().waitFor();
    });
  }
});

it("the form, links, redirects and files stay below the base path", async () => {
  await visit("/", { site: site.url, javaScriptEnabled: false }, async ({ page }) => {
    await searchField(page).fill(promptText("zh", FIRST).title);
    await searchField(page).press("Enter");
    await page.waitForURL((url) => url.pathname === `${BASE}/` && url.searchParams.has("q"));
    expect((await listedNumbers(page))[0]).toBe(FIRST);
    const outside = await page
      .locator("[href^='/'], [src^='/'], form")
      .evaluateAll(
        (all, base) =>
          all
            .flatMap((element) => ["href", "src", "action"].map((name) => element.getAttribute(name) ?? base))
            .filter((address) => address.startsWith("/") && !address.startsWith(`${base}/`) && address !== base),
        BASE,
      );
    expect(outside).toEqual([]);
  });
  const local = site.url.replace(PUBLIC_HOST, "localhost");
  const get = (path: string) => fetch(`${local}${path}`, { redirect: "manual" });
  expect((await get("/zh/")).headers.get("location")).toBe(`${BASE}/`);
  expect((await get("/bn")).headers.get("location")).toBe(`${BASE}/bn/`);
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const { icons } = (await (await get("/site.webmanifest")).json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await fetch(new URL(src, local))).status).toBe(200);
  expect((await fetch(new URL("/en/", local))).status).toBe(404);
});
