import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CATALOGUE, numbersWith, promptText, tagLabel } from "./library";
import { listedNumbers, listedTotal, untilQuery, untilTotal } from "./lists";
import { visit } from "./visit";

/** Two tags of one prompt, so that "all" finds something. */
const [ONE = "", TWO = ""] = CATALOGUE.find(({ tags }) => tags.length > 1 && !tags.includes("favorite"))?.tags ?? [];

/** A tag among the filters, with its count. */
function pill(page: Page, slug: string) {
  return page
    .getByRole("navigation", { name: "Filter by tag" })
    .getByRole("link", { name: `${tagLabel("en", slug)} ${numbersWith([slug]).length}`, exact: true });
}

/** The less frequent tags are folded away at first. */
async function unfold(page: Page): Promise<void> {
  const rest = page.getByRole("navigation", { name: "Filter by tag" }).locator("details:not([open]) > summary");
  if (await rest.isVisible()) await rest.click();
}

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

/** All that a reader sees of a filtered and sorted list. */
async function view(page: Page) {
  return {
    numbers: await listedNumbers(page),
    total: await listedTotal(page),
    chosen: await page.locator("main [aria-current=true]").allInnerTexts(),
    clear: await page.getByRole("link", { name: /^Clear filters/ }).allInnerTexts(),
    direction: await page.getByRole("link", { name: "Change to:" }).innerText(),
  };
}

describe("tags", () => {
  it("narrow the list, combine, and are taken away again, all in the address", async () => {
    await visit("/en/", {}, async ({ page, documents }) => {
      await unfold(page);
      expect(await page.getByRole("link", { name: /^Clear filters/ }).count()).toBe(0);
      await pill(page, ONE).click();
      await untilQuery(page, { tag: ONE });
      await untilTotal(page, numbersWith([ONE]).length);
      expect(await pill(page, ONE).getAttribute("aria-current")).toBe("true");
      expect(await page.getByRole("link", { name: "Clear filters (1)" }).isVisible()).toBe(true);
      expect(await page.getByRole("group", { name: "How tags combine" }).count()).toBe(0);
      for (const number of await listedNumbers(page)) expect(numbersWith([ONE])).toContain(number);

      await pill(page, TWO).click();
      await untilQuery(page, { tag: [ONE, TWO] });
      await untilTotal(page, numbersWith([ONE, TWO], "any").length);
      await page.getByRole("link", { name: "Match all" }).click();
      await untilQuery(page, { tag: [ONE, TWO], match: "all" });
      await untilTotal(page, numbersWith([ONE, TWO], "all").length);
      expect(await page.getByRole("link", { name: "Match all" }).getAttribute("aria-current")).toBe("true");

      await pill(page, ONE).click();
      await untilQuery(page, { tag: TWO });
      await page.getByRole("link", { name: "Clear filters (1)" }).click();
      await untilQuery(page, {});
      await untilTotal(page, CATALOGUE.length);
      expect(documents).toHaveLength(1);
    });
  });

  it("have a description that shows when they are pointed at or focused", async () => {
    await visit("/en/", {}, async ({ page }) => {
      const first = page.getByRole("navigation", { name: "Filter by tag" }).getByRole("link").first();
      const description = page.locator(`[id="${(await first.getAttribute("aria-describedby")) ?? ""}"]`);
      expect(await description.isVisible()).toBe(false);
      await first.hover();
      await description.waitFor({ state: "visible" });
      await page.mouse.move(0, 0);
      await description.waitFor({ state: "hidden" });
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await description.waitFor({ state: "visible" });
    });
  });

  it("on cards lead to all prompts with that tag", async () => {
    await visit(
      `/en/prompt/${CATALOGUE.find(({ tags }) => tags.includes(ONE))?.id ?? 0}`,
      {},
      async ({ page, documents }) => {
        await page
          .getByRole("list", { name: "Tags" })
          .first()
          .getByRole("link", { name: tagLabel("en", ONE), exact: true })
          .click();
        await untilQuery(page, { tag: ONE });
        await untilTotal(page, numbersWith([ONE]).length);
        expect(documents).toHaveLength(1);
      },
    );
  });
});

describe("sorting", () => {
  it("has a field and a direction; highest support first is the plain list", async () => {
    await visit("/en/", {}, async ({ page }) => {
      const newest = CATALOGUE.map(({ id }) => id).reverse();
      const sortBy = page.getByRole("group", { name: "Sort by" });
      expect(await sortBy.getByRole("link").allInnerTexts()).toEqual(["Support", "Release time"]);
      await sortBy.getByRole("link", { name: "Release time" }).click();
      await untilQuery(page, { sort: "release" });
      await expect.poll(async () => (await listedNumbers(page)).slice(0, 5)).toEqual(newest.slice(0, 5));
      await page.getByRole("link", { name: "Newest first. Change to: Oldest first" }).click();
      await untilQuery(page, { sort: "release", order: "asc" });
      await expect.poll(async () => (await listedNumbers(page)).slice(0, 5)).toEqual(newest.slice(-5).reverse());
      await sortBy.getByRole("link", { name: "Support" }).click();
      await untilQuery(page, { order: "asc" });
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await untilQuery(page, {});
    });
  });

  it("is by relevance only while there are words to be relevant to", async () => {
    const { title } = promptText("en", CATALOGUE[0]?.id ?? 0);
    await visit(`/en/?q=${encodeURIComponent(title)}`, {}, async ({ page }) => {
      const sortBy = page.getByRole("group", { name: "Sort by" });
      expect(await sortBy.getByRole("link").allInnerTexts()).toEqual(["Relevance", "Support", "Release time"]);
      expect(await sortBy.getByRole("link", { name: "Relevance" }).getAttribute("aria-current")).toBe("true");
      await sortBy.getByRole("link", { name: "Release time" }).click();
      await untilQuery(page, { q: title, sort: "release" });
      await page.getByRole("link", { name: "Clear filters (1)" }).click();
      await untilQuery(page, { sort: "release" });
      await expect.poll(() => sortBy.getByRole("link").allInnerTexts()).toEqual(["Support", "Release time"]);
    });
  });
});

describe("a filtered list's address", () => {
  const address = `/en/?q=a&tag=${ONE}&tag=${TWO}&match=all&sort=release&order=asc&utm_source=x`;

  it("shows the same after a reload, in a fresh browser and without JavaScript", async () => {
    const views: unknown[] = [];
    await visit("/en/", {}, async ({ page, open }) => {
      await open(address);
      views.push(await view(page));
      await page.reload();
      views.push(await view(page));
    });
    for (const options of [{}, { javaScriptEnabled: false }]) {
      await visit(address, options, async ({ page }) => void views.push(await view(page)));
    }
    expect(views[0]).toMatchObject({ clear: ["Clear filters (3)"], direction: "Oldest first" });
    for (const other of views) expect(other).toEqual(views[0]);
  });

  it("is for readers, not for search engines, which get that of the plain list", async () => {
    await visit(address, {}, async ({ page }) => {
      expect(await robots(page)).toEqual(["noindex, follow"]);
      expect(await canonicalPath(page)).toBe("/en/");
      await page.getByRole("link", { name: "Clear filters (3)" }).click();
      await untilQuery(page, { sort: "release", order: "asc" });
      await untilTotal(page, CATALOGUE.length);
      await page.getByRole("group", { name: "Sort by" }).getByRole("link", { name: "Support" }).click();
      await page.getByRole("link", { name: "Lowest first. Change to: Highest first" }).click();
      await untilQuery(page, {});
      await expect.poll(() => robots(page)).toEqual([]);
      await pill(page, "favorite").click();
      await expect.poll(() => robots(page)).toEqual(["noindex, follow"]);
    });
  });

  it("ignores what the site does not have", async () => {
    await visit("/en/?tag=no-such-tag&sort=colour&order=up&match=some&after=%00&x=1", {}, async ({ page }) => {
      expect(await listedTotal(page)).toBe(CATALOGUE.length);
      expect(await page.getByRole("link", { name: /^Clear filters/ }).count()).toBe(0);
    });
  });

  it("is reached by links alone", async () => {
    await visit("/en/", { javaScriptEnabled: false }, async ({ page }) => {
      await unfold(page);
      await pill(page, ONE).click();
      await untilQuery(page, { tag: ONE });
      await unfold(page);
      await pill(page, TWO).click();
      await untilQuery(page, { tag: [ONE, TWO] });
      await page.getByRole("link", { name: "Match all" }).click();
      await page.getByRole("link", { name: "Release time" }).click();
      await page.getByRole("link", { name: "Change to: Oldest first" }).click();
      await untilQuery(page, { tag: [ONE, TWO], match: "all", sort: "release", order: "asc" });
      expect(await listedNumbers(page)).toEqual(numbersWith([ONE, TWO], "all").slice(0, 20));
    });
  });
});
