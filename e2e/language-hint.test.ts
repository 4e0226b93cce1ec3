import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PLAIN_PROMPT } from "./library";
import { waitUntilUsable, visit } from "./visit";
import { translate } from "./words";

const hint = (page: Page, locale: string) => page.locator(`aside[lang=${locale}]`);

describe("a reader of another language", () => {
  it("is offered it in that language, keeps page and query, and is not asked again", async () => {
    await visit("/?tag=code&sort=release", { showLanguageHint: true, locale: "de-DE" }, async ({ page, open }) => {
      const offer = hint(page, "de");
      await offer.getByText(translate("de", "This page is also available in {name}.", { name: "Deutsch" })).waitFor();
      await offer.getByRole("link", { name: translate("de", "Read in {name}", { name: "Deutsch" }) }).click();
      await page.waitForURL("**/de/?tag=code&sort=release");
      await waitUntilUsable(page);
      await open("/en/");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.locator("aside[lang]").count()).toBe(0);
    });
  });

  it("can dismiss the hint, by keyboard too; nothing shifts when it appears or disappears", async () => {
    await visit("/", { showLanguageHint: true, locale: "ar" }, async ({ page, open }) => {
      const offer = hint(page, "ar");
      await offer.waitFor();
      expect(await offer.getAttribute("dir")).toBe("rtl");
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
            }).observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          }),
      );
      expect(shift).toBeLessThanOrEqual(0.01);
      await offer.getByRole("button").focus();
      await page.keyboard.press("Enter");
      expect(await offer.count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await open("/");
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect(await offer.count()).toBe(0);
    });
  });
});

it("on a phone, the offer does not cover the bar with Copy", async () => {
  const options = { showLanguageHint: true, locale: "de-DE", viewport: { width: 390, height: 844 }, hasTouch: true };
  await visit(`/en/prompt/${PLAIN_PROMPT}`, options, async ({ page }) => {
    await hint(page, "de").waitFor();
    const offer = await hint(page, "de").boundingBox();
    const copy = await page
      .getByRole("complementary", { name: "Fill in and copy" })
      .getByRole("button")
      .first()
      .boundingBox();
    expect((offer?.y ?? 0) + (offer?.height ?? 0)).toBeLessThan(copy?.y ?? 0);
  });
});

it("a reader gets no hint on a page in their language, nor once they have chosen a language in the menu", async () => {
  await visit("/en/", { showLanguageHint: true, locale: "en-GB" }, async ({ page }) => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.locator("aside[lang]").count()).toBe(0);
    await page.locator("header summary", { hasText: "English" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Deutsch" }).click();
    await page.waitForURL("**/de/");
    await waitUntilUsable(page);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.locator("aside[lang]").count()).toBe(0);
  });
});
