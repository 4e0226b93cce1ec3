import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../contract/locales";
import { CATALOGUE, promptText, tagLabel } from "./library";
import { listedNumbers, searchField } from "./lists";
import { waitUntilUsable, visit } from "./visit";

const { id: FIRST = 0, tags: [TAG = ""] = [] } = CATALOGUE[0] ?? {};
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
    await visit("/en/?q=text&sort=release", {}, async ({ page }) => {
      const numbers = await listedNumbers(page);
      await languageMenu(page).locator("summary").click();
      expect(await languageMenu(page).getByRole("link").allInnerTexts()).toEqual(LOCALES.map(({ name }) => name));
      await languageMenu(page).getByRole("link", { name: "Deutsch" }).click();
      await page.waitForURL("**/de/?q=text&sort=release");
      await waitUntilUsable(page);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
      await languageMenu(page).locator("summary").click();
      await languageMenu(page).getByRole("link", { name: "English" }).click();
      await page.waitForURL("**/en/?q=text&sort=release");
      expect(await listedNumbers(page)).toEqual(numbers);
    });
    await visit(`/bn/prompt/${FIRST}`, {}, async ({ page }) => {
      await languageMenu(page).locator("summary").click();
      await languageMenu(page).getByRole("link", { name: "中文" }).click();
      await page.waitForURL(({ pathname }) => pathname === `/prompt/${FIRST}`);
      await page.getByRole("heading", { level: 1, name: promptText("zh", FIRST).title }).waitFor();
    });
  });

  it("opens by keyboard; Escape closes it and restores the focus, and a click elsewhere closes it too", async () => {
    await visit("/en/", {}, async ({ page }) => {
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

describe("the colour mode", () => {
  it("is dark by default, cycles light → dark → system, and is remembered", async () => {
    await visit("/en/", { colorScheme: "light" }, async ({ page }) => {
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
      await page.reload();
      await waitUntilUsable(page);
      expect(await button.getAttribute("aria-label")).toBe("Colour mode: system. Switch to light.");
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => scheme(page)).toBe("dark");
    });
  });

  it.each([
    { theme: "light", colorScheme: "dark", shown: "light" },
    { theme: "dark", colorScheme: "light", shown: "dark" },
    { theme: "system", colorScheme: "light", shown: "light" },
    { theme: "system", colorScheme: "dark", shown: "dark" },
    { theme: "nonsense", colorScheme: "light", shown: "dark" },
  ] as const)(
    "$theme on a $colorScheme system is there before the first paint",
    async ({ theme, colorScheme, shown }) => {
      const prepare = (page: Page) =>
        page.addInitScript((value) => {
          localStorage.setItem("theme", value);
          const seen = new Set<string>();
          const look = () => {
            if (document.querySelector("body"))
              seen.add(document.documentElement.getAttribute("data-mantine-color-scheme") ?? "none");
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
          document.addEventListener("DOMContentLoaded", look);
          Object.assign(window, { seen });
        }, theme);
      await visit("/en/", { colorScheme, prepare }, async ({ page }) => {
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([shown]);
      });
    },
  );
});

describe("by keyboard alone", () => {
  it("the skip link, the search, the tags and the cards can be reached", async () => {
    await visit(`/en/?tag=${TAG}&sort=release&order=asc`, {}, async ({ page }) => {
      await page.keyboard.press("Tab");
      expect(await focusedName(page)).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true);
      const passed: string[] = [];
      // The first Copy is that of the pick of the day.
      const wanted = [
        "Search",
        "Copy",
        "Release time",
        tagLabel("en", TAG),
        promptText("en", FIRST).title,
        "Show more",
        "Copy",
      ];
      let next = 0;
      while (passed.length < 90 && next < wanted.length) {
        await page.keyboard.press("Tab");
        const name = await focusedName(page);
        passed.push(name);
        if (name.includes(wanted[next] ?? "")) next += 1;
        const outline = await page.evaluate(
          () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
        );
        expect(outline, name).not.toBe("none");
      }
      expect(wanted.slice(next), passed.join(", ")).toEqual([]);
    });
  });

  it.each([
    { path: "/en/?tag=article&tag=write&match=all", width: 1280 },
    { path: `/en/prompt/${FIRST}`, width: 1280 },
    { path: `/ar/prompt/${FIRST}`, width: 390 },
  ])("every control of $path at $width pixels can be reached in page order, with a visible focus", async (at) => {
    await visit(at.path, { viewport: { width: at.width, height: 900 } }, async ({ page }) => {
      const { count } = await tabStops(page);
      expect(count).toBeGreaterThan(20);
      const reached: number[] = [];
      for (let step = 0; step < count; step += 1) {
        await page.keyboard.press("Tab");
        const { focused, seen } = await tabStops(page);
        expect(seen, `control ${focused}`).toBe(true);
        reached.push(focused);
      }
      expect(reached).toEqual(Array.from({ length: count }, (_, index) => index));
    });
  });

  it("a page change moves the focus to the new content", async () => {
    await visit("/en/", {}, async ({ page }) => {
      await page.locator("section[aria-labelledby=prompts] h3 a").first().press("Enter");
      await page.waitForURL("**/prompt/*");
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    });
  });
});

it("a new page's title is announced once; a change of the query is not", async () => {
  await visit("/en/?sort=release&order=asc", {}, async ({ page }) => {
    await page.evaluate(() => {
      const said: string[] = [];
      const region = document.querySelector("body > [role=status]");
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
    await expect.poll(async () => (await listedNumbers(page))[0]).toBe(CATALOGUE.at(-1)?.id);
    await page.goBack();
    await expect.poll(async () => (await listedNumbers(page))[0]).toBe(FIRST);
    expect(await said()).toEqual([]);
    await page.locator("section[aria-labelledby=prompts] h3 a").first().click();
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    await expect.poll(said).toEqual([`${promptText("en", FIRST).title} · Polyprompt`]);
    await page.goBack();
    await expect.poll(async () => (await said()).at(-1)).toBe("Smart prompts, smart results · Polyprompt");
    expect(await said()).toHaveLength(2);
  });
});
