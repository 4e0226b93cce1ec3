import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../contract/locales";
import { sample } from "../server/platform/testing/deep";
import { CATALOGUE, promptText } from "./library";
import { listedNumbers, searchField } from "./lists";
import { waitUntilUsable, visit } from "./visit";

const { id: FIRST = 0 } = CATALOGUE[0] ?? {};
const languageMenu = (page: Page) => page.locator("header details:has([hreflang])");
const scheme = (page: Page) => page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));

/** How many controls the page shows, the place of the focused one among them, and whether its focus can be seen. */
const tabStops = (page: Page) =>
  page.evaluate(() => {
    const selector = "a[href], button, [role=button], summary, textarea, input:not([type=hidden])";
    const controls = [...document.querySelectorAll(selector)];
    const shown = controls.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const element = document.activeElement ?? document.body;
    const box = element.getBoundingClientRect();
    const framed = (each: Element | null) => each !== null && getComputedStyle(each).outlineStyle !== "none";
    return {
      count: shown.length,
      focused: shown.indexOf(element),
      seen: (framed(element) || framed(element.closest("form"))) && box.width > 1 && box.bottom > 0,
    };
  });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.textContent.trim() ?? "");

describe("the language menu", () => {
  it("lists every language by its own name and keeps the page and its query", async () => {
    await visit("/en/?tag=article&tag=text&match=all", {}, async ({ page, open }) => {
      const numbers = await listedNumbers(page);
      await languageMenu(page).locator("summary").click();
      expect(await languageMenu(page).getByRole("link").allInnerTexts()).toEqual(LOCALES.map(({ name }) => name));
      await languageMenu(page).getByRole("link", { name: "Deutsch" }).click();
      await page.waitForURL("**/de/?tag=article&tag=text&match=all");
      await waitUntilUsable(page);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
      expect(await listedNumbers(page)).toEqual(numbers);
      await open(`/bn/prompt/${FIRST}`);
      await languageMenu(page).locator("summary").click();
      await languageMenu(page).getByRole("link", { name: "中文" }).click();
      await page.waitForURL(({ pathname }) => pathname === `/prompt/${FIRST}`);
      await page.getByRole("heading", { level: 1, name: promptText("zh", FIRST).title }).waitFor();
    });
  });

  it("opens by keyboard; Escape closes it and restores the focus, and a click elsewhere closes it too", async () => {
    await visit("/en/user/auth", {}, async ({ page }) => {
      const open = () => languageMenu(page).evaluate((menu) => (menu as HTMLDetailsElement).open);
      await languageMenu(page).locator("summary").focus();
      await page.keyboard.press("Enter");
      await expect.poll(open).toBe(true);
      await page.keyboard.press("Tab");
      expect(await focusedName(page)).toBe(LOCALES[0].name);
      await page.keyboard.press("Escape");
      await expect.poll(open).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
      await page.keyboard.press("Enter");
      await expect.poll(open).toBe(true);
      // A spot that the menu does not cover.
      await page.getByRole("heading", { level: 1 }).click({ position: { x: 5, y: 5 } });
      await expect.poll(open).toBe(false);
    });
  });
});

const CHOSEN = [
  { theme: "light", colorScheme: "dark", shown: "light" },
  { theme: "dark", colorScheme: "light", shown: "dark" },
  { theme: "system", colorScheme: "light", shown: "light" },
  { theme: "system", colorScheme: "dark", shown: "dark" },
  { theme: "nonsense", colorScheme: "light", shown: "dark" },
] as const;

describe("the colour mode", () => {
  it("is dark by default, cycles light → dark → system, and follows the system", async () => {
    await visit("/en/user/auth", { colorScheme: "light" }, async ({ page }) => {
      const button = page.getByRole("button", { name: /^Colour mode/ });
      const stored = () => page.evaluate(() => localStorage.getItem("theme"));
      expect(await scheme(page)).toBe("dark");
      for (const [mode, shown] of [
        ["system", "light"],
        ["light", "light"],
        ["dark", "dark"],
        ["system", "light"],
      ]) {
        await button.click();
        await expect.poll(() => scheme(page)).toBe(shown);
        expect(await button.getAttribute("aria-label")).toMatch(new RegExp(`^Colour mode: ${mode ?? ""}\\.`));
        expect(await stored()).toBe(mode);
      }
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => scheme(page)).toBe("dark");
    });
  });

  it("that was chosen is there before the first paint", async () => {
    const prepare = (page: Page) =>
      page.addInitScript(() => {
        const seen = new Set<string>();
        const look = () => {
          if (document.querySelector("body"))
            seen.add(document.documentElement.getAttribute("data-mantine-color-scheme") ?? "none");
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        document.addEventListener("DOMContentLoaded", look);
        Object.assign(window, { seen });
      });
    await visit("/en/user/auth", { prepare }, async ({ page, open }) => {
      for (const { theme, colorScheme, shown } of sample(CHOSEN, 3)) {
        await page.evaluate((value) => localStorage.setItem("theme", value), theme);
        await page.emulateMedia({ colorScheme });
        await open("/en/user/auth");
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
        expect(seen, `${theme} on ${colorScheme}`).toEqual([shown]);
      }
    });
  });
});

it("by keyboard alone every control can be reached in page order, with a visible focus", async () => {
  for (const { path, width } of [
    { path: "/en/?tag=article&tag=text&match=all", width: 1280 },
    { path: `/ar/prompt/${FIRST}`, width: 390 },
  ])
    await visit(path, { viewport: { width, height: 900 } }, async ({ page }) => {
      const { count } = await tabStops(page);
      expect(count).toBeGreaterThan(20);
      const reached: number[] = [];
      for (let step = 0; step < count; step += 1) {
        await page.keyboard.press("Tab");
        const { focused, seen } = await tabStops(page);
        expect(seen, `control ${focused} of ${path}`).toBe(true);
        reached.push(focused);
      }
      expect(reached, path).toEqual(Array.from({ length: count }, (_, index) => index));
      if (!path.startsWith("/en/")) return;
      await page.getByRole("link", { name: "Skip to the content" }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    });
});

it("a new page gets the focus and its title is announced once; a change of the query is not", async () => {
  await visit("/en/?tag=article&tag=text&match=all&sort=release&order=asc", {}, async ({ page }) => {
    await page.evaluate(() => {
      const said: string[] = [];
      const region = document.querySelector("body > [role=status][aria-live]");
      // What is added is read out.
      const read = (changes: MutationRecord[]) =>
        said.push(
          ...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent?.trim() ?? "")),
        );
      if (region) new MutationObserver(read).observe(region, { childList: true });
      Object.assign(window, { said });
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
    await page.getByRole("link", { name: "Oldest first. Change to: Newest first" }).click();
    await expect.poll(async () => (await listedNumbers(page))[0]).not.toBe(FIRST);
    await page.goBack();
    await expect.poll(async () => (await listedNumbers(page))[0]).toBe(FIRST);
    expect(await said()).toEqual([]);
    await page.locator("section[aria-labelledby=prompts] h3 a").first().press("Enter");
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    await expect.poll(said).toEqual([`${promptText("en", FIRST).title} · Polyprompt`]);
    await page.goBack();
    await expect.poll(async () => (await said()).at(-1)).toBe("Smart prompts, smart results · Polyprompt");
    expect(await said()).toHaveLength(2);
  });
});
