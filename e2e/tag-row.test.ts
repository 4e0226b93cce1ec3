import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isDeep, sample } from "../server/platform/testing/deep";
import { tagLabel } from "./library";
import { cards, pill, waitForQuery } from "./lists";
import { scrollTo, visit } from "./visit";

const PHONE = { viewport: { width: 390, height: 844 } };
const filters = (page: Page) => page.getByRole("navigation", { name: "Filter by tag" });
const more = (page: Page) => filters(page).locator("summary");

async function place(of: Locator) {
  const { x = 0, y = 0, width = 0 } = (await of.boundingBox()) ?? {};
  return [x, y, width].map(Math.round);
}

it("nothing moves with the first and the second tag, at any width", async () => {
  await visit("/en/user/auth", {}, async ({ page, open }) => {
    for (const width of isDeep ? [1440, 1024, 768, 390] : [390]) {
      await page.setViewportSize({ width, height: 900 });
      await open("/en/");
      await page.locator("#prompts").evaluate((heading) => heading.scrollIntoView());
      const first = filters(page).locator("a").first();
      const second = filters(page).locator("a").nth(1);
      const places = async () => ({
        heading: (await place(page.locator("#prompts"))).slice(0, 2),
        pills: [await place(first), await place(second)],
        card: (await place(cards(page).first())).slice(0, 2),
      });
      const before = await places();
      for (const [at, tapped] of [first, second].entries()) {
        await tapped.click();
        await page.getByRole("link", { name: new RegExp(`^Clear( filters)? \\(${at + 1}\\)$`) }).waitFor();
        await page.locator("section[aria-labelledby=prompts]:not([aria-busy])").waitFor();
        expect(await places(), `${at + 1} at ${width}`).toEqual(before);
      }
    }
  });
});

describe("the row of tags", () => {
  it("keeps its button in place when the others open below, and takes in a selected one when they close", async () => {
    await visit("/en/", { viewport: { width: 1280, height: 900 } }, async ({ page }) => {
      // How far down the row begins depends on the pick of the day.
      await page.locator("#prompts").evaluate((heading) => heading.scrollIntoView());
      const before = await place(more(page));
      await more(page).click();
      await pill(page, "music").waitFor();
      expect(await place(more(page))).toEqual(before);
      const inPanel = await place(pill(page, "music"));
      await pill(page, "music").click();
      await waitForQuery(page, { tag: "music" });
      expect(await place(pill(page, "music"))).toEqual(inPanel);
      await more(page).click();
      await expect.poll(() => pill(page, "music").isVisible()).toBe(true);
      expect(await pill(page, "doctor").isVisible()).toBe(false);
      expect(await filters(page).locator("a:visible").count()).toBe(8);
    });
  });

  it("is one row high in every language, also where the words are long", async () => {
    await visit("/de/", { viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
      for (const locale of sample(["de", "ar", "es", "bn"], 2)) {
        if (locale !== "de") await open(`/${locale}/`);
        const row = page.locator("main nav:has([role=tooltip])");
        for (const width of sample([1440, 1000, 768], 2)) {
          await page.setViewportSize({ width, height: 900 });
          const bottoms = await row
            .locator("> ul:first-of-type > li a, > details > summary, > button")
            .evaluateAll((items) =>
              items.filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect().bottom),
            );
          expect(bottoms.length).toBe(9);
          expect(Math.max(...bottoms) - Math.min(...bottoms), `${locale} at ${width}`).toBeLessThan(8);
        }
      }
    });
  });

  it("sticks below the header; a tag tapped far down shows its list from the beginning", async () => {
    await visit("/en/?sort=release", { viewport: { width: 1280, height: 900 } }, async ({ page }) => {
      await scrollTo(cards(page).nth(11));
      await page.locator("html[data-header=hidden]").waitFor();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(12);
      // The row moves as the header goes and as cards arrive: a press and its release could be at different places.
      await pill(page, "code").evaluate((link) => (link as HTMLElement).click());
      await waitForQuery(page, { tag: "code", sort: "release" });
      await expect.poll(async () => (await place(page.locator("#prompts")))[1]).toBeGreaterThanOrEqual(0);
      expect((await place(cards(page).first()))[1]).toBeLessThan(400);
    });
  });
});

describe("on a phone", () => {
  it("a sheet has all tags; the selected ones come first in the row", async () => {
    await visit("/en/", PHONE, async ({ page }) => {
      const open = filters(page).getByRole("button", { name: "All tags" });
      await open.click();
      const sheet = page.getByRole("dialog");
      const tag = (slug: string) => sheet.getByRole("link", { name: new RegExp(`^${tagLabel("en", slug)} \\d+$`) });
      await expect.poll(() => sheet.getByRole("link").count()).toBe(27);
      await tag("music").click();
      await tag("games").click();
      await waitForQuery(page, { tag: ["games", "music"] });
      expect(await tag("music").getAttribute("aria-current")).toBe("true");
      await sheet.getByRole("button", { name: /^Show \d+ prompts$/ }).click();
      await sheet.waitFor({ state: "detached" });
      expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
      const xs = await Promise.all(
        [pill(page, "games"), pill(page, "music"), open, pill(page, "code")].map(
          async (item) => (await place(item))[0],
        ),
      );
      expect(Math.max(...xs.slice(0, 2).map(Number))).toBeLessThan(Number(xs[2]));
      expect(Number(xs[2])).toBeLessThan(Number(xs[3]));
      expect(Math.min(...xs.map(Number))).toBeGreaterThanOrEqual(0);
    });
  });

  it("without scripts the other tags open in the row", async () => {
    await visit("/en/", { ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      expect(await filters(page).getByRole("button", { name: "All tags" }).isVisible()).toBe(false);
      await more(page).click();
      await pill(page, "music").click();
      await waitForQuery(page, { tag: "music" });
      await page.waitForLoadState();
      expect(await pill(page, "music").isVisible()).toBe(true);
    });
  });
});

it("selected tags and segments, and the marks of tags, are told apart in forced colours", async () => {
  await visit("/en/?tag=code&tag=article&match=all", { forcedColors: "active" }, async ({ page }) => {
    const style = (of: Locator) =>
      of.evaluate((element) => {
        const { backgroundColor, borderTopWidth, borderTopLeftRadius } = getComputedStyle(element);
        return { backgroundColor, borderTopWidth, borderTopLeftRadius };
      });
    expect(await style(pill(page, "code"))).not.toEqual(await style(pill(page, "write")));
    const match = page.getByRole("group", { name: "How tags combine" }).getByRole("link");
    expect(await style(match.nth(1))).not.toEqual(await style(match.nth(0)));
    await more(page).click();
    const dots = ["write", "mind", "doctor"].map((slug) => style(pill(page, slug).locator("[data-shape]")));
    expect(new Set((await Promise.all(dots)).map((dot) => JSON.stringify(dot))).size).toBe(3);
  });
});
