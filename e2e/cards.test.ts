import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type Locale, localePath } from "../contract/locales";
import { sample } from "../server/platform/testing/deep";
import { blanksIn, CATALOGUE, copiedText, READY_PROMPT, promptText } from "./library";
import { cards, listedNumbers } from "./lists";
import { lastAnnouncement, scrollTo, stopClock, visit } from "./visit";
import { translate } from "./words";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const OLDEST = "?sort=release&order=asc";
const [FIRST = 0, SECOND = 0] = CATALOGUE.map(({ id }) => id);
const titles = (page: Page) => cards(page).locator("h3").allTextContents();
const titlesIn = (code: Locale) => CATALOGUE.slice(0, 12).map(({ id }) => promptText(code, id).title);

/** The inset with the text and the control below it. */
function textOf(page: Page, at: number) {
  const card = cards(page).nth(at);
  return { text: card.locator("div[lang]"), more: card.locator("a[aria-expanded]") };
}

/** A whole text as a card shows it: a blank reads as its default, or as its label. */
function cardText(code: Locale, number: number): string {
  const { content } = promptText(code, number);
  return copiedText(
    content,
    Object.fromEntries(blanksIn(content).map(({ name, label, default: value }) => [name, value ?? label])),
  );
}

const WINDOWS = [
  ["zh", 390],
  ["en", 390],
  ["zh", 1280],
  ["en", 1280],
] as const;

describe("the text of a card", () => {
  it("expands over a whole row, and collapses again; its card stays where it was in the window, with Copy and the focused toggle in view", async () => {
    await visit(`/en/${OLDEST}`, { viewport: { width: 1280, height: 700 } }, async ({ page, documents }) => {
      const AT = 1;
      const card = cards(page).nth(AT);
      const { text, more } = textOf(page, AT);
      const heights = () => cards(page).evaluateAll((all) => all.map((it) => (it as HTMLElement).offsetHeight));
      const top = async () => Math.round((await card.boundingBox())?.y ?? 0);
      const isInView = async (element: Locator) => {
        const box = await element.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= 700;
      };
      await scrollTo(more);
      await page.evaluate(() => window.scrollBy(0, 200));
      await more.focus();
      const [place, folded, part] = [await top(), await heights(), await text.textContent()];
      await more.press("Enter");
      await card.getByRole("link", { name: "Show less" }).waitFor();
      expect(await text.textContent()).toBe(cardText("en", SECOND));
      expect(await text.evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true);
      expect(Math.abs((await top()) - place)).toBeLessThanOrEqual(1);
      const open = await heights();
      expect(open[AT]).toBeGreaterThan(700);
      // The cards that were in its row keep a row's height.
      expect(open[AT - 1]).toBeLessThanOrEqual(folded[AT - 1] ?? 0);
      expect(open[AT + 1]).toBeLessThanOrEqual((folded[AT + 1] ?? 0) + 40);
      for (const element of [more, card.getByRole("button", { name: "Copy" })]) {
        expect(await isInView(element)).toBe(true);
      }
      expect(await more.evaluate((it) => it === document.activeElement)).toBe(true);
      await page.evaluate(() => window.scrollBy(0, 400));
      expect(await top()).toBeLessThan(0);
      await more.press("Enter");
      await card.getByRole("link", { name: "Show more" }).waitFor();
      expect(Math.abs((await top()) - place)).toBeLessThanOrEqual(1);
      expect(await heights()).toEqual(folded);
      expect(await more.evaluate((it) => it === document.activeElement)).toBe(true);
      expect(await text.textContent()).toBe(part);
      expect(await more.getAttribute("aria-expanded")).toBe("false");
      // Thinner dots are drawn as a line.
      const blanks = cards(page).locator("[data-state=default]");
      const lines = await blanks.evaluateAll((all) => all.map((it) => getComputedStyle(it).borderBlockEnd));
      expect(new Set(lines.map((line) => line.split(" ", 2).join(" ")))).toEqual(new Set(["2px dotted"]));
      expect(documents).toHaveLength(1);
    });
  });

  it("offers to show more only where something is hidden", async () => {
    await visit("/en/user/auth", {}, async ({ page, open }) => {
      for (const [code, width] of sample(WINDOWS, 2)) {
        await page.setViewportSize({ width, height: 900 });
        await open(localePath(code, `/${OLDEST}`));
        const numbers = await listedNumbers(page);
        const boxes = await cards(page).evaluateAll((all) =>
          all.map((card) => {
            const text = card.querySelector("div[lang]");
            const more = card.querySelector<HTMLElement>("a[aria-expanded]");
            return {
              text: text?.textContent,
              cutOff: !!text && text.scrollHeight > text.clientHeight + 1,
              offered: more?.checkVisibility({ visibilityProperty: true }) ?? false,
            };
          }),
        );
        expect(boxes.length).toBeGreaterThan(0);
        for (const [at, { text, cutOff, offered }] of boxes.entries()) {
          const whole = cardText(code, numbers[at] ?? 0);
          expect(offered, `${code} ${numbers[at] ?? 0} at ${width}`).toBe(cutOff || text !== whole);
        }
      }
    });
  });
});

/** The card of a prompt that can be copied as it is. */
function readyCard(page: Page) {
  return cards(page).filter({ hasText: promptText("en", READY_PROMPT).title });
}

describe("copying", () => {
  it("copies the whole text, confirms it for two seconds visibly and to screen readers, and is counted", async () => {
    await visit(`/en/?q=${encodeURIComponent(promptText("en", READY_PROMPT).title)}`, CLIPBOARD, async ({ page }) => {
      const card = readyCard(page);
      const counted = page.waitForResponse(
        (response) => response.request().postData()?.includes("recordCopy") ?? false,
      );
      await stopClock(page);
      await card.getByRole("button", { name: "Copy" }).click();
      await card.getByRole("button", { name: "Copied" }).waitFor();
      expect(await clipboard(page)).toBe(copiedText(promptText("en", READY_PROMPT).content));
      await expect.poll(() => lastAnnouncement(page)).toBe("Copied");
      expect(await (await counted).json()).toMatchObject({ data: { recordCopy: { problems: [] } } });
      await page.clock.runFor(1900);
      expect(await card.getByRole("button", { name: "Copied" }).count()).toBe(1);
      await page.clock.runFor(200);
      await card.getByRole("button", { name: "Copy", exact: true }).waitFor();
    });
  });

  it("copies the text in the language that is shown", async () => {
    await visit(`/de/prompt/${READY_PROMPT}`, CLIPBOARD, async ({ page }) => {
      const prompt = page.locator("article[aria-labelledby=title]");
      const menu = prompt.locator("summary", { hasText: "Deutsch" });
      expect(await menu.getAttribute("aria-label")).toBe(
        translate("de", "Language of the text: {name}", { name: "Deutsch" }),
      );
      await menu.press("Enter");
      await prompt.getByRole("link", { name: "English" }).press("Enter");
      await prompt.getByRole("heading", { name: promptText("en", READY_PROMPT).title }).waitFor();
      // The menu says it, and nothing says it a second time.
      const note = translate("de", "Shown in {language}", { language: "Englisch" });
      expect(await prompt.getByText(note).count()).toBe(0);
      const changed = prompt.locator("summary", { hasText: "English" });
      expect(await changed.evaluate((it) => it === document.activeElement)).toBe(true);
      expect(page.url()).toContain(`/de/prompt/${READY_PROMPT}`);
      await prompt.getByRole("button", { name: translate("de", "Copy") }).click();
      await expect.poll(() => clipboard(page)).toBe(copiedText(promptText("en", READY_PROMPT).content));
    });
  });
});

describe("the language of the prompts", () => {
  it("is switched for all cards at once, in one request, and remembered", async () => {
    await visit(`/ar/${OLDEST}`, {}, async ({ page, dataRequests, open }) => {
      const all = page.getByRole("group", { name: translate("ar", "Language of the prompts") });
      await all.getByRole("button", { name: "English" }).click();
      await expect.poll(() => titles(page)).toEqual(titlesIn("en"));
      expect(dataRequests).toHaveLength(1);
      await page.reload();
      await expect.poll(() => titles(page)).toEqual(titlesIn("en"));
      await open(`/ar/prompt/${FIRST}`);
      await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
      // The titles of related prompts are not switched: those in another language say so.
      const related = page.getByRole("region", { name: translate("ar", "Related prompts") });
      const foreign = await related.locator("h3 bdi:not([lang=ar])").count();
      expect(await related.getByText("الإنجليزية", { exact: true }).count()).toBe(foreign);
    });
  });
});

it("a card links to its prompt without loading a document, and the prompt to its neighbours and related prompts", async () => {
  await visit(`/en/${OLDEST}`, {}, async ({ page, documents }) => {
    await cards(page).first().getByRole("heading").getByRole("link").click();
    await page.waitForURL(`**/en/prompt/${FIRST}`);
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    expect(await page.title()).toBe(`${promptText("en", FIRST).title} · Polyprompt`);
    await page.locator("a[rel=next]").click();
    await page.getByRole("heading", { level: 1, name: promptText("en", SECOND).title }).waitFor();
    const related = page.getByRole("region", { name: "Related prompts" }).getByRole("heading", { level: 3 }).first();
    const title = await related.innerText();
    await related.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(documents).toHaveLength(1);
  });
});
