import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isDeep } from "../server/platform/testing/deep";
import { lastAnnouncement, visit } from "./visit";

const TOOLS = ["ChatGPT", "Claude"];
const EXTENSION = "/en/docs/extension/";
const ICONS = ["Messaging group", "Chat server", "QQ group", "Source code"];
const NARROW = { viewport: { width: 996, height: 800 } };
const navigation = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
const headerTop = (page: Page) => page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().top);
const headerBottom = (page: Page) =>
  page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().bottom);

describe("the navigation of a wide window", () => {
  it("shows the extension's page and the configured links in menus, and the icons", async () => {
    await visit("/en/", { viewport: { width: 1100, height: 800 } }, async ({ page }) => {
      const summaries = navigation(page).locator("summary");
      expect(await summaries.allInnerTexts()).toEqual(["Tools", "Feedback"]);
      await summaries.first().click();
      const tools = navigation(page).locator("details[open]").getByRole("link");
      expect(await tools.allInnerTexts()).toEqual(
        ["Browser extension", ...TOOLS].map((name) => expect.stringContaining(name) as string),
      );
      expect(await tools.first().getAttribute("href")).toBe(EXTENSION);
      expect(await tools.nth(1).getAttribute("href")).toBe("https://chatgpt.com/");
      expect(await tools.nth(1).getAttribute("rel")).toBe("noopener noreferrer");
      expect(await tools.nth(1).getAttribute("target")).toBe("_blank");
      await summaries.nth(1).click();
      expect(await navigation(page).locator("details[open]").count()).toBe(1);
      for (const name of ICONS) {
        await page.getByRole("banner").getByRole("link", { name }).waitFor();
      }
      expect(await page.getByRole("button", { name: "Menu" }).count()).toBe(0);

      await page.keyboard.press("Escape");
      await summaries.first().focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(EXTENSION);
      await page.keyboard.press("Escape");
      expect(await navigation(page).locator("details[open]").count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Tools");
    });
  });
});

describe("at 996 pixels and below", () => {
  it.each(isDeep ? (["ar", "en"] as const) : (["ar"] as const))(
    "the navigation is a drawer that traps the focus and restores it (%s)",
    async (locale) => {
      await visit(`/${locale}/`, NARROW, async ({ page }) => {
        expect(await page.locator("header nav").first().isVisible()).toBe(false);
        const opener = page.locator("header button[aria-haspopup=dialog]");
        await opener.focus();
        await page.keyboard.press("Enter");
        const drawer = page.getByRole("dialog");
        await drawer.waitFor();
        expect(await drawer.locator("nav a bdi").allInnerTexts()).toEqual([...TOOLS, "Forum"]);
        expect(await drawer.locator("a[href*='.example/']").count()).toBe(5);
        for (let step = 0; step < 20; step += 1) {
          await page.keyboard.press("Tab");
          expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
        }
        const box = await drawer.boundingBox();
        await expect
          .poll(async () => {
            const { x = 0, width = 0 } = (await drawer.boundingBox()) ?? {};
            return locale === "ar" ? x : x + width;
          })
          .toBe(locale === "ar" ? 0 : NARROW.viewport.width);
        expect(box?.width).toBeLessThan(400);
        await page.keyboard.press("Escape");
        await drawer.waitFor({ state: "hidden" });
        await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
      });
    },
  );

  it("a drawer whose code fails to load can be retried; a click beside it closes it, and so does widening the window", async () => {
    await visit("/en/", { ...NARROW, expectedComplaints: [/ERR_FAILED/] }, async ({ page }) => {
      await page.route("**/assets/SiteDrawer-*.js", (route) => route.abort());
      await page.getByRole("button", { name: "Menu" }).click();
      await expect.poll(() => lastAnnouncement(page)).toBe("This could not be loaded. Try again later.");
      await page.unroute("**/assets/SiteDrawer-*.js");
      const drawer = page.getByRole("dialog");
      for (const close of [
        () => page.mouse.click(100, 400),
        () => drawer.getByRole("button", { name: "Close" }).click(),
        () => page.setViewportSize({ width: 1100, height: 800 }),
      ]) {
        await page.getByRole("button", { name: "Menu" }).click();
        await drawer.waitFor();
        await close();
        await drawer.waitFor({ state: "hidden" });
      }
      expect(await navigation(page).isVisible()).toBe(true);
    });
  });

  it("the menus are in the header without JavaScript", async () => {
    await visit("/en/", { ...NARROW, javaScriptEnabled: false }, async ({ page }) => {
      await navigation(page).locator("summary").first().click();
      expect(await navigation(page).getByRole("link", { name: "Claude" }).isVisible()).toBe(true);
      expect(await page.locator("header button").filter({ visible: true }).count()).toBe(0);
    });
  });
});

it("the header hides on scrolling down, unless one of its menus is open, and returns on scrolling up", async () => {
  await visit("/en/", {}, async ({ page }) => {
    await page.mouse.move(400, 500);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => headerBottom(page)).toBeLessThanOrEqual(0);
    await page.mouse.wheel(0, -100);
    await expect.poll(() => headerTop(page)).toBe(0);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => headerBottom(page)).toBeLessThanOrEqual(0);
    // Keyboard focus in the header brings it back.
    await page.getByRole("banner").getByRole("link").first().focus();
    await expect.poll(() => headerTop(page)).toBe(0);

    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator("header summary", { hasText: "English" }).click();
    await page.mouse.move(400, 700);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    expect(await headerTop(page)).toBe(0);
  });
});

describe("the announcement", () => {
  const bar = (page: Page) => page.locator("aside[data-announcement]");

  it("is shown above the page in its language until dismissed, and never flashes afterwards", async () => {
    await visit("/ar/", {}, async ({ page, open }) => {
      expect((await bar(page).locator("p").innerText()).trim()).toBe("يتحدث Polyprompt ثلاث عشرة لغة.");
      await open("/en/");
      await bar(page).getByRole("link", { name: "Polyprompt speaks 13 languages." }).waitFor();
      await bar(page).getByRole("button", { name: "Dismiss" }).click();
      await bar(page).waitFor({ state: "hidden" });
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await page.addInitScript(() => {
        const seen: boolean[] = [];
        const look = () => {
          const shown = document.querySelector<HTMLElement>("aside[data-announcement]");
          if (shown) seen.push(shown.checkVisibility());
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        document.addEventListener("DOMContentLoaded", look);
        Object.assign(window, { seen });
      });
      await open("/de/");
      const seen = await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).not.toContain(true);
      // Under a new id it is shown again.
      await page.evaluate(() => localStorage.setItem("polyprompt.announcement", "an-older-one"));
      await open("/en/");
      expect(await bar(page).isVisible()).toBe(true);
    });
  });
});
