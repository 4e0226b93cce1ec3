import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { CATALOGUE } from "./library";
import { cards } from "./lists";
import { waitForPrefetching, waitUntilUsable, visit } from "./visit";

const FIRST = CATALOGUE[0]?.id ?? 0;

function get(path: string): Promise<Response> {
  return fetch(`${inject("site")}${path}`, { redirect: "manual" });
}

describe("an address", () => {
  it("that is not canonical redirects permanently to the one that is", async () => {
    for (const [given, canonical] of [
      ["/zh/", "/"],
      ["/zh", "/"],
      [`/zh/prompt/${FIRST}`, `/prompt/${FIRST}`],
      ["/bn", "/bn/"],
      [`/bn/prompt/${FIRST}/`, `/bn/prompt/${FIRST}`],
      ["/zh/docs/privacy-policy", "/docs/privacy-policy"],
      ["/bn/docs/privacy-policy/", "/bn/docs/privacy-policy"],
      // The account's has a trailing slash, and other pages' have none.
      ["/en/user", "/en/user/"],
      ["/zh/user", "/user/"],
      ["/en/user/auth/", "/en/user/auth"],
      ["/en/user/change-email/", "/en/user/change-email"],
      ["/bn?q=a%20b&tag=write", "/bn/?q=a%20b&tag=write"],
      [`/zh/prompt/${FIRST}/?x=1`, `/prompt/${FIRST}?x=1`],
      // A bundler has removed the check for malformed escapes before.
      ["/bn?q=%ff&tag=%", "/bn/?q=%EF%BF%BD&tag=%25"],
    ] as const) {
      const { status, headers } = await get(given);
      expect([301, 308], given).toContain(status);
      expect(headers.get("location")).toBe(canonical);
      expect((await get(canonical)).status, canonical).toBe(200);
    }
  });

  it("of nothing is a page that is not found, and leads to no other site", async () => {
    for (const path of [
      "/prompt/0",
      `/prompt/${FIRST}.0`,
      "/prompt/99999999999999999999",
      "/prompt",
      `/PROMPT/${FIRST}`,
      "/BN",
      "/xx",
      "/en/docs/nothing",
      "/en/docs/privacy-policy.md",
      "/en/docs/..%2Fen%2Fprivacy-policy",
      "/%E4%BD%A0",
      "/.env",
      "//evil.example/",
      "/en//evil.example",
      "/zh//evil.example/",
      "/zh/%5Cevil.example",
    ]) {
      const response = await get(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get("content-type"), path).toContain("text/html");
      expect(response.headers.get("x-robots-tag"), path).toContain("noindex");
      expect(response.headers.get("location"), path).toBeNull();
    }
  });

  it("of a file for machines is served", async () => {
    for (const [path, type] of [
      ["/favicon.ico", /^image\//],
      ["/favicon.svg", /^image\//],
      ["/icons/apple-touch-icon.png", /^image\/png/],
      ["/sitemap.xml", /xml/],
      ["/robots.txt", /^text\/plain/],
      ["/site.webmanifest", /manifest\+json/],
    ] as const) {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("content-type"), path).toMatch(type);
    }
  });
});

describe("the not-found page", () => {
  const title = (page: Page) => page.getByRole("heading", { level: 1, name: "Page not found" });

  it("sends no requests, and leads into the site and back", async () => {
    const options = { expectedComplaints: [/status of 404/] };
    await visit("/en//evil.example/", options, async ({ page, dataRequests, documents }) => {
      await title(page).waitFor();
      await waitForPrefetching(page);
      expect(dataRequests).toEqual([]);
      await page.getByRole("link", { name: "To all prompts" }).click();
      await cards(page).first().waitFor();
      await page.goBack();
      await title(page).waitFor();
      expect(documents).toHaveLength(1);
      await page.reload();
      await waitUntilUsable(page);
      await title(page).waitFor();
    });
  });

  it("is shown when the browser's history leads to what is none", async () => {
    await visit("/en/", {}, async ({ page, documents }) => {
      for (const path of ["/en/prompt/999999", "/en/prompt/007", "/en/docs/nothing", "/en/nowhere"]) {
        await page.evaluate((to) => {
          history.pushState({ idx: 1, key: "gone" }, "", to);
          dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
        }, path);
        await title(page).waitFor();
        await page.goBack();
        await cards(page).first().waitFor();
      }
      expect(documents).toHaveLength(1);
    });
  });
});
