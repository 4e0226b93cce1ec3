import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { READY_PROMPT } from "./library";
import { visit, waitUntilUsable } from "./visit";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const PATH = `/prompt/${READY_PROMPT}`;

/** How much of the page has shifted so far. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

it("the offer of the reader's language shifts nothing, does not cover the bar with Copy on a phone, and is taken once", async () => {
  await visit(`/en${PATH}`, { ...PHONE, showLanguageHint: true, locale: "de-DE" }, async ({ page, open }) => {
    const hint = page.locator("aside[lang=de]");
    await hint.waitFor();
    const offer = await hint.boundingBox();
    const copy = await page
      .getByRole("complementary", { name: "Fill in and copy" })
      .getByRole("button")
      .first()
      .boundingBox();
    expect((offer?.y ?? 0) + (offer?.height ?? 0)).toBeLessThan(copy?.y ?? 0);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
    await hint.getByRole("link").tap();
    await page.waitForURL(`**/de${PATH}`);
    await waitUntilUsable(page);
    await open(`/en${PATH}`);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.locator("aside[lang]").count()).toBe(0);
  });
});
