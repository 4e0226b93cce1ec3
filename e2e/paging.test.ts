import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { CATALOGUE, numbersWith, promptText } from "./library";
import { cards, listedNumbers, waitForQuery } from "./lists";
import { scrollTo, uniqueAddress, visit } from "./visit";

/** Prompts in the page itself, and how many each further load adds. */
const FIRST_PAGE_SIZE = 12;
const NEXT_PAGE_SIZE = 24;
const END_OF_LIST = "That is all. You have reached the end of the list.";
const ALL = CATALOGUE.map(({ id }) => id);
/** A list of some pages. */
const TAG = "company";
const TAGGED = numbersWith([TAG]);
const loadMore = (page: Page) => page.getByRole("link", { name: /Load more|Loading…/ });

describe("a long list", () => {
  it("loads to its end by keyboard, with every prompt once", async () => {
    await visit(`/en/?tag=${TAG}&sort=release&order=asc`, {}, async ({ page, documents }) => {
      for (let shown = FIRST_PAGE_SIZE; shown < TAGGED.length; shown = await cards(page).count()) {
        await loadMore(page).press("Enter");
        await expect.poll(() => cards(page).count()).toBeGreaterThan(shown);
      }
      await page.getByText(END_OF_LIST).waitFor();
      expect(await loadMore(page).count()).toBe(0);
      expect(await listedNumbers(page)).toEqual(TAGGED);
      expect(documents).toHaveLength(1);
      await waitForQuery(page, { tag: TAG, sort: "release", order: "asc" });
    });
  });

  it("loads more when its end comes near, announces it, and restores its position after Back from a prompt far down, and after a reload", async () => {
    await visit("/en/?sort=release&order=asc", {}, async ({ page, documents }) => {
      expect(await cards(page).count()).toBe(FIRST_PAGE_SIZE);
      await scrollTo(cards(page).last());
      await expect.poll(() => cards(page).count()).toBe(FIRST_PAGE_SIZE + NEXT_PAGE_SIZE);
      await page.getByText("More prompts loaded.").waitFor({ state: "attached" });
      const shown = await listedNumbers(page);
      const link = cards(page)
        .nth(FIRST_PAGE_SIZE + 4)
        .getByRole("heading")
        .getByRole("link");
      await scrollTo(link);
      const place = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY));
      const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
      const before = { place: await place(), scrolled: await scrolled() };
      await link.click();
      await page
        .getByRole("heading", { level: 1, name: promptText("en", shown[FIRST_PAGE_SIZE + 4] ?? 0).title })
        .waitFor();
      expect(await scrolled()).toBe(0);
      await page.goBack();
      await expect.poll(() => listedNumbers(page)).toEqual(shown);
      const position = async () => ({ place: await place(), scrolled: await scrolled() });
      await expect.poll(position).toEqual(before);
      await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(documents).toHaveLength(1);
      await page.reload();
      await expect.poll(() => listedNumbers(page)).toEqual(shown);
      await expect.poll(position).toEqual(before);
      expect(documents).toHaveLength(2);
    });
  });

  it("pages by links without JavaScript, and back to the first page", async () => {
    await visit(`/en/?tag=${TAG}&sort=release&order=asc`, { javaScriptEnabled: false }, async ({ page }) => {
      const numbers = await listedNumbers(page);
      expect(numbers).toHaveLength(FIRST_PAGE_SIZE);
      while ((await loadMore(page).count()) > 0) {
        const from = page.url();
        await loadMore(page).click();
        await page.waitForURL((url) => url.href !== from);
        expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex, follow");
        numbers.push(...(await listedNumbers(page)));
      }
      expect(numbers).toEqual(TAGGED);
      await page.getByRole("link", { name: "Back to the beginning of the list" }).click();
      await waitForQuery(page, { tag: TAG, sort: "release", order: "asc" });
    });
  });

  it("starts from the beginning for a position that it does not have, and says nothing of its end if it fits in the page", async () => {
    const read = async (path: string) => {
      const response = await fetch(`${inject("site")}${path}`, { headers: { "x-forwarded-for": uniqueAddress() } });
      const html = await response.text();
      const [, list = ""] = html.split('aria-labelledby="prompts"');
      const numbers = [...list.matchAll(/<h3[^>]*>.*?href="\/en\/prompt\/(\d+)"/gs)].map(([, number]) =>
        Number(number),
      );
      return { html, numbers };
    };
    for (const after of ["nonsense", "eyJhIjoxfQ", "%00", "a".repeat(5000)]) {
      const { html, numbers } = await read(`/en/?sort=release&after=${after}`);
      expect(numbers).toEqual(ALL.toReversed().slice(0, FIRST_PAGE_SIZE));
      expect(html).not.toContain("Back to the beginning of the list");
    }
    const ofAll = /after=([\w-]+)/.exec((await read("/en/?sort=release")).html)?.[1] ?? "";
    expect((await read(`/en/?sort=release&after=${ofAll}`)).html).toContain("Back to the beginning of the list");
    const ofTag = await read(`/en/?tag=${TAG}&sort=release&order=asc&after=${ofAll}`);
    expect(ofTag.numbers).toEqual(TAGGED.slice(0, FIRST_PAGE_SIZE));
    expect(ofTag.html).not.toContain("Back to the beginning of the list");
    const { html, numbers } = await read("/en/?tag=philosophy");
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.length).toBeLessThan(FIRST_PAGE_SIZE);
    expect(html).not.toContain("Load more");
    expect(html).not.toContain(END_OF_LIST);
  });
});
