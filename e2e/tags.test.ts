import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isDeep } from "../server/platform/testing/deep";
import { searchField, waitForQuery } from "./lists";
import { stopClock, visit } from "./visit";

const filters = (page: Page) => page.locator("main nav").filter({ has: page.locator("[role=tooltip]") });
const pills = (page: Page) => filters(page).locator("a[aria-describedby]");

async function descriptionOf(page: Page, pill: Locator): Promise<Locator> {
  return page.locator(`[id="${(await pill.getAttribute("aria-describedby")) ?? ""}"]`);
}

async function box(of: Locator) {
  const found = await of.boundingBox();
  if (!found) throw new Error("It is not shown.");
  return found;
}

/** Whether it is in the viewport, beside the pill, and not covered. */
async function isReadable(page: Page, pill: Locator, description: Locator): Promise<boolean> {
  const [told, own, wide] = [await box(description), await box(pill), page.viewportSize()?.width ?? 0];
  const covers = told.y < own.y + own.height && told.y + told.height > own.y;
  const onTop = await description.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  return told.x >= 0 && told.x + told.width <= wide && !covers && onTop;
}

const WIDE = { locale: "en", width: 1280 };
const NARROW = { locale: "ar", width: 390 };

describe.each(isDeep ? [WIDE, NARROW, { locale: "en", width: 390 }, { locale: "ar", width: 1280 }] : [WIDE])(
  "the description of a tag, in $locale at $width",
  ({ locale, width }) => {
    const options = { viewport: { width, height: 800 } };

    it("shows on hover and on focus, can be hovered, and is closed by Escape or by moving away", async () => {
      await visit(`/${locale}/`, options, async ({ page }) => {
        const pill = pills(page).nth(1);
        const description = await descriptionOf(page, pill);
        expect(await description.isVisible()).toBe(false);
        await pill.hover();
        await description.waitFor({ state: "visible" });
        expect(await isReadable(page, pill, description)).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

        const { x, y, width: wide, height } = await box(description);
        await page.mouse.move(x + wide / 2, y + height / 2, { steps: 12 });
        expect(await description.isVisible()).toBe(true);

        await page.mouse.move(0, 0);
        await description.waitFor({ state: "hidden" });

        // On focus, wherever the row of tags has scrolled.
        await pills(page).nth(4).focus();
        const focused = pills(page).nth(5);
        const isFocused = () => focused.evaluate((element) => element === document.activeElement);
        await page.keyboard.press("Tab");
        expect(await isFocused()).toBe(true);
        const told = await descriptionOf(page, focused);
        await told.waitFor({ state: "visible" });
        await expect.poll(() => isReadable(page, focused, told)).toBe(true);
        await page.keyboard.press("Escape");
        await told.waitFor({ state: "hidden" });
        expect(await isFocused()).toBe(true);
        await page.keyboard.press("Tab");
        await (await descriptionOf(page, pills(page).nth(6))).waitFor({ state: "visible" });
      });
    });
  },
);

it("Escape closes a description on a phone, from right to left, and keeps the words in the search field", async () => {
  await visit("/ar/?tag=write&q=text", { viewport: { width: 390, height: 800 } }, async ({ page }) => {
    const pill = pills(page).first();
    const description = await descriptionOf(page, pill);
    await searchField(page).focus();
    await pill.hover();
    await description.waitFor({ state: "visible" });
    expect(await isReadable(page, pill, description)).toBe(true);
    await page.keyboard.press("Escape");
    await description.waitFor({ state: "hidden" });
    expect(await searchField(page).inputValue()).toBe("text");
  });
});

it("a description is below its tag, off the list's heading, and flips above at the end of the window", async () => {
  await visit("/en/", { viewport: { width: 1280, height: 900 } }, async ({ page }) => {
    const pill = pills(page).first();
    const description = await descriptionOf(page, pill);
    await pill.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await pill.hover();
    await description.waitFor({ state: "visible" });
    expect((await box(description)).y).toBeGreaterThan((await box(pill)).y);
    expect(await isReadable(page, pill, description)).toBe(true);
    await page.mouse.move(0, 0);
    await description.waitFor({ state: "hidden" });
    await pill.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await pill.hover();
    await description.waitFor({ state: "visible" });
    expect((await box(description)).y).toBeLessThan((await box(pill)).y);
    await expect.poll(() => isReadable(page, pill, description)).toBe(true);
  });
});

it("a description waits for the pointer to rest, and is gone once its tag is pressed until the pointer returns", async () => {
  await visit("/en/", { viewport: { width: 1280, height: 900 } }, async ({ page }) => {
    const [first, second] = [pills(page).nth(0), pills(page).nth(1)];
    const [description, next] = [await descriptionOf(page, first), await descriptionOf(page, second)];
    await stopClock(page);
    await first.hover();
    await page.clock.runFor(300);
    expect(await description.isVisible()).toBe(false);
    // Each tag begins to wait anew.
    await second.hover();
    await page.clock.runFor(300);
    expect(await next.isVisible()).toBe(false);
    await page.clock.runFor(300);
    expect(await next.isVisible()).toBe(true);

    await second.click();
    await waitForQuery(page, { tag: (await second.getAttribute("aria-describedby"))?.replace("tag-", "") ?? "" });
    expect(await next.isVisible()).toBe(false);
    await page.clock.runFor(2000);
    expect(await next.isVisible()).toBe(false);
    await page.mouse.move(0, 0);
    await second.hover();
    await page.clock.runFor(600);
    expect(await next.isVisible()).toBe(true);
  });
});
