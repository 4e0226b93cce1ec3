import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Locale } from "../contract/locales";
import { blanks, CATALOGUE, copiedText, numbersIn, promptText } from "./library";
import { cards } from "./lists";
import { visit } from "./visit";
import { words } from "./words";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const OLDEST = "?sort=release&order=asc";
/** It has a variable with a default and one without. */
const NUMBER = CATALOGUE[0]?.id ?? 0;
const STORED = `polyprompt.variables.${NUMBER}`;

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const contentIn = (locale: Locale) => promptText(locale, NUMBER).content;
const labelsIn = (locale: Locale) => blanks(contentIn(locale)).map(({ label }) => label);
const copyButton = (page: Page) => page.locator("article[aria-labelledby=title] [aria-haspopup=dialog]");
const dialog = (page: Page) => page.getByRole("dialog");
const fields = (page: Page) => dialog(page).getByRole("textbox");
const preview = (page: Page) => dialog(page).getByRole("region");
async function labels(page: Page): Promise<string[]> {
  await dialog(page).waitFor();
  return dialog(page).locator("label").allTextContents();
}

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** The values by this prompt's variables, in order. */
function filled(locale: Locale, ...values: string[]): string {
  const names = blanks(contentIn(locale)).map(({ name }) => name);
  return copiedText(contentIn(locale), Object.fromEntries(values.map((value, index) => [names[index] ?? "", value])));
}

describe("a prompt with variables", () => {
  it("asks for them before it is copied, and shows what will be copied", async () => {
    await visit(`/en/${OLDEST}`, CLIPBOARD, async ({ page, dataRequests }) => {
      const card = cards(page).first();
      await card.getByRole("button", { name: "Copy" }).click();
      await page.getByRole("dialog", { name: "Fill in the blanks" }).waitFor();
      expect(await labels(page)).toEqual(labelsIn("en"));
      expect(await fields(page).first().getAttribute("placeholder")).toBe(blanks(contentIn("en"))[0]?.default);
      expect(
        await fields(page)
          .first()
          .evaluate((field) => field === document.activeElement),
      ).toBe(true);
      expect(await preview(page).textContent()).toBe(filled("en"));
      await fields(page).nth(0).fill("curious children");
      await fields(page).nth(1).fill("Line one\n  {{readers}} $& <b>");
      const text = filled("en", "curious children", "Line one\n  {{readers}} $& <b>");
      expect(await preview(page).textContent()).toBe(text);

      const counted = page.waitForResponse(
        (response) => response.request().postData()?.includes("recordCopy") ?? false,
      );
      await dialog(page).getByRole("button", { name: "Copy" }).click();
      await card.getByRole("button", { name: "Copied" }).waitFor();
      expect(await clipboard(page)).toBe(text);
      expect(await dialog(page).count()).toBe(0);
      expect(await card.getByRole("button", { name: "Copied" }).evaluate((it) => it === document.activeElement)).toBe(
        true,
      );
      expect(await page.locator("[role=status][aria-live=polite]").textContent()).toBe("Copied");
      expect(await (await counted).json()).toMatchObject({ data: { recordCopy: { problems: [] } } });
      expect(dataRequests).toHaveLength(2);
    });
  });

  it("uses defaults for empty fields, and keeps variables without a default in brackets", async () => {
    await visit(`/en/prompt/${NUMBER}`, CLIPBOARD, async ({ page, dataRequests }) => {
      await copyButton(page).click();
      await fields(page).nth(0).fill(" ");
      await dialog(page).getByRole("button", { name: "Copy" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await clipboard(page)).toBe(filled("en"));
      expect(dataRequests.filter((request) => !request.includes("recordCopy"))).toEqual([]);
    });
  });

  it("distinguishes filled, default and missing values without colour", async () => {
    await visit(`/en/prompt/${NUMBER}`, {}, async ({ page }) => {
      await copyButton(page).click();
      await fields(page).nth(1).fill("mine");
      const looks = await preview(page)
        .locator("[data-kind]")
        .evaluateAll((pieces) =>
          pieces.map((piece) => {
            const { textDecorationLine, textDecorationStyle, outlineStyle } = getComputedStyle(piece);
            return [piece.getAttribute("data-kind"), textDecorationLine, textDecorationStyle, outlineStyle].join(" ");
          }),
        );
      expect(looks).toEqual(["default underline dotted none", "filled underline solid none"]);
      await dialog(page).getByRole("button", { name: "Clear the fields" }).click();
      expect(await preview(page).locator("[data-kind=blank]").textContent()).toBe(`[${labelsIn("en")[1] ?? ""}]`);
      expect(
        await fields(page)
          .nth(0)
          .evaluate((field) => field === document.activeElement),
      ).toBe(true);
    });
  });

  it("can be filled in and copied by keyboard alone", async () => {
    await visit(`/en/prompt/${NUMBER}`, CLIPBOARD, async ({ page }) => {
      await copyButton(page).focus();
      await page.keyboard.press("Enter");
      await dialog(page).waitFor();
      await page.keyboard.type("two");
      await page.keyboard.press("Enter");
      await page.keyboard.type("lines");
      await page.keyboard.press("Tab");
      await page.keyboard.type("mine");
      await page.keyboard.press("Tab");
      expect(await preview(page).evaluate((region) => region === document.activeElement)).toBe(true);
      // Tab cycles within the dialog.
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press("Tab");
        expect(await isFocused(page, "[role=dialog] *")).toBe(true);
      }
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await isFocused(page, "[aria-haspopup=dialog]")).toBe(true);
      await page.keyboard.press("Space");
      await dialog(page).waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await clipboard(page)).toBe(filled("en", "two\nlines", "mine"));
      expect(await isFocused(page, "[aria-haspopup=dialog]")).toBe(true);
    });
  });
});

describe("the entered value", () => {
  it("is remembered, in every language, until it is cleared", async () => {
    await visit(`/en/prompt/${NUMBER}`, CLIPBOARD, async ({ page, open }) => {
      await copyButton(page).click();
      await fields(page).nth(1).fill("mine");
      await open(`/en/prompt/${NUMBER}`);
      await copyButton(page).click();
      expect(await fields(page).nth(1).inputValue()).toBe("mine");
      await open(`/de/prompt/${NUMBER}`);
      await copyButton(page).click();
      expect(await labels(page)).toEqual(labelsIn("de"));
      expect(await preview(page).textContent()).toBe(
        copiedText(contentIn("de"), { [blanks(contentIn("de"))[1]?.name ?? ""]: "mine" }),
      );
      await fields(page).nth(1).fill("");
      expect(await page.evaluate((key) => localStorage.getItem(key), STORED)).toBeNull();
    });
  });

  it("lasts as long as the page when the browser has no storage", async () => {
    const prepare = (page: Page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
      });
    await visit(`/en/prompt/${NUMBER}`, { ...CLIPBOARD, prepare }, async ({ page }) => {
      await copyButton(page).click();
      await fields(page).nth(0).fill("all");
      await page.keyboard.press("Escape");
      await copyButton(page).click();
      expect(await fields(page).nth(0).inputValue()).toBe("all");
      await dialog(page).getByRole("button", { name: "Copy" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await clipboard(page)).toBe(filled("en", "all"));
    });
  });

  it("may be corrupt: the form opens empty", async () => {
    const prepare = (page: Page) =>
      page.addInitScript(([key]) => localStorage.setItem(key, '{"readers":{"x":1},"text":'), [STORED] as const);
    await visit(`/en/prompt/${NUMBER}`, { prepare }, async ({ page }) => {
      await copyButton(page).click();
      expect(await fields(page).nth(0).inputValue()).toBe("");
    });
  });
});

describe("the form", () => {
  it("of a switched card is in the language of its text", async () => {
    await visit(`/de/${OLDEST}`, CLIPBOARD, async ({ page }) => {
      const card = cards(page).first();
      await card.getByRole("button", { name: words("de", "Show in {name}", { name: "English" }) }).click();
      await card.getByRole("heading", { name: promptText("en", NUMBER).title }).waitFor();
      await card.locator("[aria-haspopup=dialog]").click();
      await dialog(page).waitFor();
      expect(await labels(page)).toEqual(labelsIn("en"));
      expect(await dialog(page).locator("label > [lang=en]").count()).toBe(labelsIn("en").length);
      await fields(page).nth(1).fill("mine");
      await page.keyboard.press("Control+Enter");
      await card.getByRole("button", { name: words("de", "Copied") }).waitFor();
      expect(await clipboard(page)).toBe(
        copiedText(contentIn("en"), { [blanks(contentIn("en"))[1]?.name ?? ""]: "mine" }),
      );
    });
  });

  it.each([
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
    { width: 320, height: 256 },
  ])("keeps all its parts reachable at $width × $height, from right to left, with a long text", async (viewport) => {
    const long = numbersIn("ar")
      .map((id) => ({ id, blanks: blanks(promptText("ar", id).content).length }))
      .sort((a, b) => b.blanks - a.blanks)[0];
    await visit(`/ar/prompt/${long?.id ?? 0}`, { ...CLIPBOARD, viewport }, async ({ page }) => {
      await copyButton(page).click();
      await fields(page)
        .first()
        .fill(`${"سطر ".repeat(2000)}\n${"x".repeat(3000)}`);
      expect(await fields(page).count()).toBe(long?.blanks);
      const box = await dialog(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      const sideways = await dialog(page)
        .locator("*")
        .evaluateAll((parts) =>
          parts
            .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
            .map((part) => part.outerHTML.slice(0, 100)),
        );
      expect(sideways).toEqual([]);
      const last = fields(page).last();
      await last.scrollIntoViewIfNeeded();
      await last.fill("end");
      await dialog(page).locator("button[type=submit]").click();
      await page.getByRole("button", { name: words("ar", "Copied") }).waitFor();
      expect(await clipboard(page)).toContain("end");
    });
  });

  it("that fails to load says so, and loads on the next try", async () => {
    // The page then requests its own code to learn whether a new release has replaced it; only the status matters.
    const causes = [/ERR_FAILED/, /client-.*ERR_ABORTED/];
    await visit(`/en/prompt/${NUMBER}`, { ...CLIPBOARD, causes }, async ({ page }) => {
      const code = /\/FillDialog-[^/]*\.js$/;
      await page.route(code, (route) => route.abort());
      await copyButton(page).click();
      const message = "The prompt could not be copied. Try again later.";
      await page.getByRole("paragraph").filter({ hasText: message }).waitFor();
      await page.getByRole("button", { name: "Not copied" }).waitFor();
      await page.unroute(code);
      await copyButton(page).click();
      await dialog(page).waitFor();
    });
  });
});
