import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { LOCALES, localePath } from "../contract/locales";
import { CATALOGUE, numbersIn } from "./library";
import { cards } from "./lists";
import { waitForPrefetching, waitUntilUsable, visit } from "./visit";

const FIRST = CATALOGUE[0]?.id ?? 0;
const DOCS = ["/docs/terms-of-service", "/docs/privacy-policy"];

function get(path: string): Promise<Response> {
  return fetch(`${inject("site")}${path}`, { redirect: "manual" });
}

describe("an address", () => {
  it.each([
    ["/zh/", "/"],
    ["/zh", "/"],
    [`/zh/prompt/${FIRST}`, `/prompt/${FIRST}`],
    ["/bn", "/bn/"],
    [`/bn/prompt/${FIRST}/`, `/bn/prompt/${FIRST}`],
    [`/prompt/${FIRST}/`, `/prompt/${FIRST}`],
    ["/zh/docs/privacy-policy", "/docs/privacy-policy"],
    ["/bn/docs/privacy-policy/", "/bn/docs/privacy-policy"],
    ["/bn?q=a%20b&tag=write", "/bn/?q=a%20b&tag=write"],
    [`/zh/prompt/${FIRST}/?x=1`, `/prompt/${FIRST}?x=1`],
    // A bundler has removed the check for malformed escapes before.
    ["/bn?q=%ff&tag=%", "/bn/?q=%EF%BF%BD&tag=%25"],
  ])("%s redirects permanently to %s", async (given, canonical) => {
    const { status, headers } = await get(given);
    expect([301, 308]).toContain(status);
    expect(headers.get("location")).toBe(canonical);
    expect((await get(canonical)).status).toBe(200);
  });

  it.each([
    "/prompt/0",
    "/prompt/999999",
    `/prompt/0${FIRST}`,
    `/prompt/${FIRST}.0`,
    `/prompt/-${FIRST}`,
    "/prompt/99999999999999999999",
    "/prompt/one",
    "/prompt",
    `/PROMPT/${FIRST}`,
    `/Bn/prompt/${FIRST}`,
    "/BN",
    "/xx",
    "/en/docs/nothing",
    "/en/docs/Privacy-policy",
    "/en/docs/privacy-policy.md",
    "/en/docs/..%2Fen%2Fprivacy-policy",
    "/en/DOCS/privacy-policy",
    "/%E4%BD%A0",
    "/.env",
    "//evil.example/",
    "/en//evil.example",
  ])("%s is not found", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
  });

  it("never leads to another site", async () => {
    for (const path of [
      "//evil.example",
      "/zh//evil.example/",
      "/zh/%5Cevil.example",
      "/bn/../..//evil.example/",
      "/\\evil.example/",
    ]) {
      const location = (await get(path)).headers.get("location") ?? "/";
      expect(new URL(location, inject("site")).origin, path).toBe(inject("site"));
    }
  });
});

describe("the not-found page", () => {
  const NOT_FOUND = { expectedComplaints: [/status of 404/] } as const;
  const title = (page: Page) => page.getByRole("heading", { level: 1, name: "Page not found" });

  it.each(["/en/nowhere?q=a", "/en/prompt/999999", "/en/docs/nothing", "/en//evil.example/"])(
    "is served at %s, sends no requests, and links to every language's home page",
    async (path) => {
      await visit(path, NOT_FOUND, async ({ page, dataRequests, documents }) => {
        await title(page).waitFor();
        await waitForPrefetching(page);
        expect(dataRequests).toEqual([]);
        const languages = await page
          .locator("header a[hreflang]")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
        expect(languages).toEqual(LOCALES.map(({ code }) => localePath(code, "/")));

        await page.getByRole("link", { name: "To all prompts" }).click();
        await cards(page).first().waitFor();
        await page.goBack();
        await title(page).waitFor();
        expect(documents).toHaveLength(1);
        await page.reload();
        await waitUntilUsable(page);
        await title(page).waitFor();
      });
    },
  );

  it.each(["/en/prompt/999999", "/en/prompt/007", "/en/docs/nothing", "/en/nowhere"])(
    "is shown when the browser's history leads to %s",
    async (path) => {
      await visit("/en/", {}, async ({ page, documents }) => {
        await page.evaluate((to) => {
          history.pushState({ idx: 1, key: "gone" }, "", to);
          dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
        }, path);
        await title(page).waitFor();
        await page.goBack();
        await cards(page).first().waitFor();
        expect(documents).toHaveLength(1);
      });
    },
  );
});

describe("for machines there is", () => {
  it("a sitemap with every page in every language that it is written in", async () => {
    const site = inject("site");
    const index = await get("/sitemap.xml");
    expect(index.headers.get("content-type")).toContain("xml");
    const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
    const entries = locations(await index.text());
    const parts = entries.filter((url) => url.endsWith(".xml"));
    const pages = entries.filter((url) => !url.endsWith(".xml"));
    for (const part of parts) pages.push(...locations(await (await get(part.slice(site.length))).text()));
    const all = LOCALES.flatMap(({ code }) =>
      ["/", "/community-prompts", "/feedback", ...DOCS, ...numbersIn(code).map((id) => `/prompt/${id}`)].map(
        (path) => `${site}${localePath(code, path)}`,
      ),
    );
    // Other journeys share prompts meanwhile.
    const libraryPages = pages.filter((url) => !/\/prompt\/\d{4,}$/.test(url));
    expect(new Set(libraryPages)).toEqual(new Set(all));
  });

  it("robots.txt, which names the sitemap", async () => {
    const response = await get("/robots.txt");
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(await response.text()).toContain(`Sitemap: ${inject("site")}/sitemap.xml`);
  });

  it("a web manifest whose icons exist", async () => {
    const response = await get("/site.webmanifest");
    expect(response.headers.get("content-type")).toContain("manifest+json");
    const { icons, start_url: start } = (await response.json()) as { icons: { src: string }[]; start_url: string };
    expect(icons.length).toBeGreaterThan(0);
    for (const { src } of icons) expect((await get(src)).headers.get("content-type"), src).toBe("image/png");
    expect((await get(start)).status).toBe(200);
  });

  it.each(["/favicon.ico", "/favicon.svg", "/icons/apple-touch-icon.png"])("%s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^image\//);
  });

  it("a content security policy on every response that blocks foreign scripts", async () => {
    for (const path of ["/", "/en/nowhere", "/graphql", "/robots.txt", "/favicon.svg"]) {
      const { headers } = await get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("default-src 'self'");
      expect(/script-src ([^;]*)/.exec(policy)?.[1], path).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });
});
