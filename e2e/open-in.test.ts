import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { SITE_LINKS } from "../contract/site-links";
import { hasFocus } from "./account";
import { blanksIn, CATALOGUE, copiedText, PLAIN_PROMPT, promptText } from "./library";
import { cards } from "./lists";
import { startSite, type RunningSite } from "./site";
import { lastAnnouncement, stopClock, visit } from "./visit";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const ROOMY = { label: "Roomy", href: "https://roomy.example/new?q={prompt}&from=us", maxLength: 100_000 };
const NARROW = { label: "Narrow", href: "https://narrow.example/c/?q={prompt}", maxLength: 100 };
const OTHERS = { otherSites: ["https://roomy.example", "https://narrow.example"] };
const TOO_LONG = "The prompt is too long for a link. It has been copied: paste it into Narrow.";

const plain = promptText("en", PLAIN_PROMPT).content;
const WITH_VARIABLES = CATALOGUE[0]?.id ?? 0;
const content = promptText("en", WITH_VARIABLES).content;
const firstName = blanksIn(content)[0]?.name ?? "";

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const opener = (page: Page) => page.locator("article[aria-labelledby=title] [aria-haspopup=menu]");
const item = (page: Page, name: string) => page.getByRole("menu").getByRole("menuitem", { name });
const blank = (page: Page) => page.locator("article[aria-labelledby=title]").getByRole("textbox").first();
const notice = (page: Page, message: string) => page.getByRole("paragraph").filter({ hasText: message });
const openerIsFocused = (page: Page) => opener(page).evaluate((it) => it === document.activeElement);
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
    await visit(`/en/prompt/${PLAIN_PROMPT}`, { otherSites }, async ({ page, context }) => {
      await opener(page).click();
      await expect
        .poll(() => page.getByRole("menuitem").allTextContents())
        .toEqual(SITE_LINKS.chatTargets.map(({ label }) => label));
      for (const target of SITE_LINKS.chatTargets) {
        const link = item(page, target.label);
        expect(await link.getAttribute("href")).toBe(address(target, plain));
        expect(await link.getAttribute("target")).toBe("_blank");
        expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
      }
      const [first] = SITE_LINKS.chatTargets;
      if (!first) throw new Error("There is no chat");
      const counted = isCounted(page);
      expect(await opened(context, () => item(page, first.label).click())).toBe(address(first, plain));
      expect(await (await counted).json()).toMatchObject({ data: { recordCopy: { problems: [] } } });
      await page.getByRole("menu").waitFor({ state: "detached" });
    });
  });

  it("are offered on cards, whose text is fetched when the menu opens; the reader is told if that fails", async () => {
    await visit(
      `/en/?sort=release&order=asc`,
      { expectedComplaints: [/ERR_FAILED/] },
      async ({ page, dataRequests }) => {
        const title = promptText("en", PLAIN_PROMPT).title;
        const card = page.getByRole("region", { name: "All prompts" }).getByRole("article", { name: title });
        const texts = () => dataRequests.filter((request) => request.includes("query PromptContent"));
        expect(dataRequests).toEqual([]);
        await page.route("**/graphql", (route) => route.abort());
        await card.getByRole("button", { name: "Open in" }).click();
        await notice(page, "The text could not be loaded. Try again later.").waitFor();
        expect(await page.getByRole("menu").count()).toBe(0);
        await page.getByRole("button", { name: "Close" }).click();
        await notice(page, "The text could not be loaded.").waitFor({ state: "detached" });
        await page.unroute("**/graphql");
        await card.getByRole("button", { name: "Open in" }).click();
        await page.getByRole("menu", { name: "Open in" }).waitFor();
        expect(await page.getByRole("menuitem").first().getAttribute("href")).toContain(encodeURIComponent(plain));
        expect(texts()).toHaveLength(2);
      },
    );
  });
});

describe("the menu", () => {
  const path = `/en/prompt/${PLAIN_PROMPT}`;
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

  it("supports the standard menu keys, and is closed by Tab, by its button and by a click elsewhere", async () => {
    const otherSites = SITE_LINKS.chatTargets.map(({ href }) => new URL(href).origin);
    await visit(path, { otherSites }, async ({ page, context }) => {
      const [first = "", second = "", third = ""] = SITE_LINKS.chatTargets.map(({ label }) => label);
      await opener(page).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor();
      await expect.poll(() => focused(page)).toBe(first);
      expect(await opener(page).getAttribute("aria-expanded")).toBe("true");
      for (const [key, label] of [
        ["ArrowDown", second],
        ["End", third],
        ["ArrowDown", first],
        ["ArrowUp", third],
        ["Home", first],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focused(page), key).toBe(label);
      }
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      expect(await openerIsFocused(page)).toBe(true);
      expect(await opener(page).getAttribute("aria-expanded")).toBe("false");

      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe(first);
      expect(await opened(context, () => page.keyboard.press("Space"))).toContain(
        new URL(SITE_LINKS.chatTargets[0]?.href ?? "").origin,
      );
      await page.getByRole("menu").waitFor({ state: "detached" });
      await opener(page).click();
      await expect.poll(() => hasFocus(page.getByRole("menuitem").first())).toBe(true);
      await page.keyboard.press("Tab");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await opener(page).click();
      await page.getByRole("menu").waitFor();
      await opener(page).click();
      await page.getByRole("menu").waitFor({ state: "detached" });
      await opener(page).click();
      await page.getByRole("menu").waitFor();
      await page.getByRole("heading", { level: 1 }).click();
      await page.getByRole("menu").waitFor({ state: "detached" });
    });
  });

  it("opens below its button, aligned with its start edge", async () => {
    for (const locale of ["en", "ar"]) {
      await visit(`/${locale}/?sort=release`, {}, async ({ page }) => {
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

describe("the chats of a site", () => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite({ links: { chatTargets: [NARROW, ROOMY] }, sharedDataDir: inject("dataDir") });
  });
  afterAll(() => site.stop());

  it("receive prompts that are too long for a URL through the clipboard, and say so before and after", async () => {
    const options = { ...CLIPBOARD, ...OTHERS, site: site.url };
    await visit(`/en/prompt/${PLAIN_PROMPT}`, options, async ({ page, context }) => {
      await opener(page).click();
      await expect
        .poll(() => page.getByRole("menuitem").allTextContents())
        .toEqual(["NarrowToo long for a link: will be copied instead", "Roomy"]);
      await stopClock(page);
      const counted = isCounted(page);
      await item(page, "Narrow").click();
      await notice(page, TOO_LONG).waitFor();
      expect(await clipboard(page)).toBe(plain);
      await expect.poll(() => lastAnnouncement(page)).toBe(TOO_LONG);
      expect(await (await counted).json()).toMatchObject({ data: { recordCopy: { problems: [] } } });
      const link = notice(page, TOO_LONG).getByRole("link", { name: "Open Narrow" });
      expect(await opened(context, () => link.click())).toBe("https://narrow.example/");
      // The link has the focus, so the notice stays.
      await page.clock.runFor(60_000);
      expect(await notice(page, TOO_LONG).count()).toBe(1);
      await link.evaluate((it) => (it as HTMLElement).blur());
      await page.mouse.move(5, 5);
      await page.clock.runFor(7900);
      expect(await notice(page, TOO_LONG).count()).toBe(1);
      await page.clock.runFor(200);
      expect(await notice(page, TOO_LONG).count()).toBe(0);
    });
  });

  it("receive prompts with their blanks filled in so far, and what is typed next when opened again", async () => {
    const options = { ...OTHERS, site: site.url };
    await visit(`/en/prompt/${WITH_VARIABLES}`, options, async ({ page, context }) => {
      await blank(page).fill("a & b");
      await opener(page).click();
      const expected = address(ROOMY, copiedText(content, { [firstName]: "a & b" }));
      expect(await item(page, "Roomy").getAttribute("href")).toBe(expected);
      const counted = isCounted(page);
      expect(await opened(context, () => item(page, "Roomy").click())).toBe(expected);
      await counted;
      await page.getByRole("menu").waitFor({ state: "detached" });
      expect(await openerIsFocused(page)).toBe(true);
      expect(await blank(page).inputValue()).toBe("a & b");

      await blank(page).fill("");
      await opener(page).press("Enter");
      await expect.poll(() => item(page, "Roomy").getAttribute("href")).toBe(address(ROOMY, copiedText(content)));
      expect(await opened(context, () => item(page, "Roomy").press("Enter"))).toBe(address(ROOMY, copiedText(content)));
    });
  });
});
