import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SITE_LINKS } from "../contract/site-links";
import { copiedText, promptText, READY_PROMPT } from "./library";
import { cards } from "./lists";
import { visit } from "./visit";

const ready = copiedText(promptText("en", READY_PROMPT).content);

const opener = (page: Page) => page.locator("article[aria-labelledby=title] [aria-haspopup=menu]");
const item = (page: Page, name: string) => page.getByRole("menu").getByRole("menuitem", { name });
const address = (target: { href: string }, text: string) => target.href.replace("{prompt}", encodeURIComponent(text));
const isCounted = (page: Page) =>
  page.waitForResponse((response) => response.request().postData()?.includes("recordCopy") ?? false);

/** The URL of the tab that an action opens. */
async function opened(context: BrowserContext, action: () => Promise<unknown>): Promise<string> {
  const tab = context.waitForEvent("page");
  await action();
  const page = await tab;
  await page.waitForURL(/^https:/);
  const url = page.url();
  await page.close();
  return url;
}

describe("the built-in chats", () => {
  it("open with the prompt through a real link, which counts as a copy", async () => {
    const otherSites = SITE_LINKS.chatTargets.map(({ href }) => new URL(href).origin);
    await visit(`/en/prompt/${READY_PROMPT}`, { otherSites }, async ({ page, context }) => {
      await opener(page).click();
      await expect
        .poll(() => page.getByRole("menuitem").allTextContents())
        .toEqual(SITE_LINKS.chatTargets.map(({ label }) => label));
      for (const target of SITE_LINKS.chatTargets) {
        const link = item(page, target.label);
        expect(await link.getAttribute("href")).toBe(address(target, ready));
        expect(await link.getAttribute("target")).toBe("_blank");
        expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
      }
      const [first] = SITE_LINKS.chatTargets;
      if (!first) throw new Error("There is no chat");
      const counted = isCounted(page);
      expect(await opened(context, () => item(page, first.label).click())).toBe(address(first, ready));
      expect(await (await counted).json()).toMatchObject({ data: { recordCopy: { problems: [] } } });
      await page.getByRole("menu").waitFor({ state: "detached" });
    });
  });
});

describe("the menu", () => {
  it("opens below its button, aligned with its start edge", async () => {
    for (const locale of ["en", "ar"]) {
      await visit(`/${locale}/?tag=article&tag=text&match=all`, {}, async ({ page }) => {
        const button = cards(page).first().locator("[aria-haspopup=menu]");
        await button.click();
        await page.getByRole("menu").waitFor();
        const edge = (box: { x: number; width: number } | null) =>
          box ? Math.round(locale === "ar" ? box.x + box.width : box.x) : 0;
        const menu = await page.getByRole("menu").boundingBox();
        const under = await button.boundingBox();
        expect(Math.abs(edge(menu) - edge(under)), locale).toBeLessThanOrEqual(1);
        expect(menu?.y ?? 0).toBeGreaterThanOrEqual((under?.y ?? 0) + (under?.height ?? 0));
      });
    }
  });
});
