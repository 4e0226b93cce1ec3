import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CATALOGUE, numbersWith, promptText } from "./library";
import { listedNumbers, listedTotal, pill, expandTags, waitForQuery, waitForTotal } from "./lists";
import { visit } from "./visit";

/** A prompt with two tags, so that all filters together have a result. */
const { id: TAGGED = 0, tags: TAGS = [] } =
  CATALOGUE.find(({ tags }) => tags.length > 1 && !tags.includes("favorite")) ?? {};
/** URLs list them in alphabetical order. */
const [ONE = "", TWO = ""] = TAGS.slice(0, 2).sort();

function robots(page: Page) {
  return page.locator("meta[name=robots]").evaluateAll((all) => all.map((meta) => meta.getAttribute("content")));
}

async function canonicalPath(page: Page): Promise<string> {
  const links = await page
    .locator("link[rel=canonical]")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toHaveLength(1);
  return new URL(links[0] ?? "").pathname + new URL(links[0] ?? "").search;
}

/** Everything that a reader sees of a filtered and sorted list. */
async function view(page: Page) {
  return {
    numbers: await listedNumbers(page),
    total: await listedTotal(page),
    chosen: await page.locator("main [aria-current=true]").allInnerTexts(),
    clear: await page.getByRole("link", { name: /^Clear filters/ }).allInnerTexts(),
    direction: await page.getByRole("link", { name: "Change to:" }).getAttribute("aria-label"),
  };
}

describe("a filtered list's address", () => {
  const words = encodeURIComponent(promptText("en", TAGGED).title);
  const address = `/en/?q=${words}&tag=${ONE}&tag=${TWO}&match=all&sort=release&order=asc&utm_source=x`;

  it("shows the same after a reload and without JavaScript", async () => {
    const views: unknown[] = [];
    await visit(address, {}, async ({ page }) => {
      views.push(await view(page));
      await page.reload();
      views.push(await view(page));
    });
    await visit(address, { javaScriptEnabled: false }, async ({ page }) => void views.push(await view(page)));
    expect(views[0]).toMatchObject({
      numbers: expect.arrayContaining([TAGGED]) as number[],
      clear: ["Clear filters (3)"],
      direction: "Oldest first. Change to: Newest first",
    });
    for (const other of views) expect(other).toEqual(views[0]);
  });

  it("is not indexed: search engines get the plain list's address", async () => {
    await visit(address.replace("&sort=release&order=asc", ""), {}, async ({ page }) => {
      expect(await robots(page)).toEqual(["noindex, follow"]);
      expect(await canonicalPath(page)).toBe("/en/");
      await page.getByRole("link", { name: "Clear filters (3)" }).click();
      await waitForQuery(page, {});
      await waitForTotal(page, CATALOGUE.length);
      await expect.poll(() => robots(page)).toEqual([]);
      await pill(page, "code").click();
      await expect.poll(() => robots(page)).toEqual(["noindex, follow"]);
    });
  });

  it("can be reached through links alone", async () => {
    await visit(`/en/?tag=${ONE}&sort=release`, { javaScriptEnabled: false }, async ({ page }) => {
      await expandTags(page);
      await pill(page, TWO).click();
      await waitForQuery(page, { tag: [ONE, TWO], sort: "release" });
      await page.getByRole("link", { name: "Match all" }).click();
      await page.getByRole("link", { name: "Change to: Oldest first" }).click();
      await waitForQuery(page, { tag: [ONE, TWO], match: "all", sort: "release", order: "asc" });
      await page.waitForLoadState();
      expect(await listedNumbers(page)).toEqual(numbersWith([ONE, TWO], "all").slice(0, 12));
    });
  });
});
