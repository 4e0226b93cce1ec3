import { describe, expect, it } from "vitest";
import { FALLBACK_LOCALE, type Locale, LOCALE_CODES, localePath } from "../contract/locales";
import { isDeep, sample } from "../server/platform/testing/deep";
import { CATALOGUE, promptText } from "./library";
import { listedNumbers, searchField, waitForQuery } from "./lists";
import { stopClock, visit } from "./visit";
import { translate } from "./words";

const [FIRST = 0, SECOND = 0] = CATALOGUE.map(({ id }) => id);
const TITLE = promptText(FALLBACK_LOCALE, FIRST).title;
const NO_MATCH = "zzqxjw";

/** Longer than every delay of the page. */
const AFTER_DEBOUNCE_MS = 2000;

const searches = (requests: readonly string[]) => requests.filter((request) => request.includes("query PromptList"));

describe("searching", () => {
  it("updates while typing, keeps the words in the URL, and Back removes them", async () => {
    await visit("/en/", {}, async ({ page, dataRequests, documents }) => {
      const before = await listedNumbers(page);
      await searchField(page).pressSequentially(TITLE);
      await waitForQuery(page, { q: TITLE });
      await page.getByRole("heading", { level: 2, name: "Prompts found" }).waitFor();
      await expect.poll(async () => (await listedNumbers(page))[0]).toBe(FIRST);
      expect(searches(dataRequests).length).toBeLessThan([...TITLE].length);
      expect(documents).toHaveLength(1);

      await page.goBack();
      await waitForQuery(page, {});
      await expect.poll(() => listedNumbers(page)).toEqual(before);
      expect(await searchField(page).inputValue()).toBe("");
      await page.goForward();
      await waitForQuery(page, { q: TITLE });
      await expect.poll(() => searchField(page).inputValue()).toBe(TITLE);
    });
  });

  it("is debounced while typing, but not after Enter", async () => {
    await visit("/en/", {}, async ({ page, dataRequests }) => {
      await stopClock(page);
      await searchField(page).pressSequentially(TITLE);
      expect(searches(dataRequests)).toEqual([]);
      await page.keyboard.press("Enter");
      await waitForQuery(page, { q: TITLE });
      await expect.poll(() => searches(dataRequests).length).toBe(1);
    });
    await visit("/en/", {}, async ({ page, dataRequests }) => {
      await stopClock(page);
      await searchField(page).pressSequentially(TITLE);
      await page.clock.runFor(100);
      expect(searches(dataRequests)).toEqual([]);
      await page.clock.runFor(150);
      await waitForQuery(page, { q: TITLE });
      await expect.poll(() => searches(dataRequests).length).toBe(1);
    });
  });

  it("ends with the button in the field or when that is emptied, and begins with Ctrl+K or ⌘+K from anywhere", async () => {
    await visit(`/en/?q=${encodeURIComponent(TITLE)}`, {}, async ({ page }) => {
      const isFocused = () => searchField(page).evaluate((field) => field === document.activeElement);
      for (const shortcut of ["Control+k", "Meta+k"]) {
        await page.getByRole("heading", { level: 1 }).click();
        await page.keyboard.press(shortcut);
        expect(await isFocused()).toBe(true);
      }
      await page.keyboard.type(NO_MATCH);
      expect(await searchField(page).inputValue()).toBe(NO_MATCH);
      await page.getByText(`No prompt yet for ${NO_MATCH}`).waitFor();
      expect(await searchField(page).inputValue()).toBe(NO_MATCH);
      expect(await listedNumbers(page)).toEqual([]);
      await searchField(page).fill("");
      await waitForQuery(page, {});
      await page.getByRole("heading", { level: 2, name: "All prompts" }).waitFor();

      await searchField(page).fill(NO_MATCH);
      await page.getByRole("link", { name: "Show all prompts" }).click();
      await waitForQuery(page, {});
      await expect.poll(() => listedNumbers(page)).not.toEqual([]);
      expect(await searchField(page).inputValue()).toBe("");

      await searchField(page).fill(TITLE);
      await waitForQuery(page, { q: TITLE });
      const clear = page.getByRole("button", { name: "Clear the search" });
      await clear.click();
      await waitForQuery(page, {});
      expect(await isFocused()).toBe(true);
      await clear.waitFor({ state: "hidden" });
    });
  });

  it("finds a title in the languages of the site", async () => {
    await visit("/", {}, async ({ page, open }) => {
      for (const code of sample(LOCALE_CODES, 6)) {
        await open(localePath(code, `/?q=${encodeURIComponent(promptText(code, SECOND).title)}`));
        expect((await listedNumbers(page))[0], code).toBe(SECOND);
      }
    });
  });

  it("gives the same results without JavaScript, through a form", async () => {
    let found: number[] = [];
    await visit(`/en/?q=${encodeURIComponent(TITLE)}`, {}, async ({ page }) => {
      found = await listedNumbers(page);
    });
    await visit("/en/", { javaScriptEnabled: false }, async ({ page, documents }) => {
      await searchField(page).fill(TITLE);
      await page.getByRole("button", { name: "Search" }).click();
      await waitForQuery(page, { q: TITLE });
      await page.waitForLoadState();
      expect(await listedNumbers(page)).toEqual(found);
      expect(documents).toHaveLength(2);
    });
  });
});

describe("an input method", () => {
  const methods = [
    { code: "ko", steps: ["ㅍ", "프", "프ㄹ"] },
    { code: "zh", steps: ["t", "ti", "ti shi"] },
    { code: "ja", steps: ["ぷ", "ぷろ", "ぷろん"] },
  ] as const;
  it.each(isDeep ? methods : methods.slice(0, 1))(
    "is not interrupted while composing in $code",
    async ({ code, steps }) => {
      const word = firstTitleWord(code);
      await visit(localePath(code, "/"), {}, async ({ page, context, dataRequests }) => {
        await stopClock(page);
        await searchField(page).click();
        const session = await context.newCDPSession(page);
        for (const text of steps) {
          await session.send("Input.imeSetComposition", {
            text,
            selectionStart: text.length,
            selectionEnd: text.length,
          });
          await page.clock.runFor(AFTER_DEBOUNCE_MS);
          expect(await searchField(page).inputValue()).toBe(text);
        }
        // The Enter that accepts a candidate belongs to the input method, not the form.
        const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
        await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
        await page.clock.runFor(AFTER_DEBOUNCE_MS);
        await waitForQuery(page, {});
        expect(searches(dataRequests)).toEqual([]);
        expect(await searchField(page).inputValue()).toBe(steps.at(-1));

        await session.send("Input.insertText", { text: word });
        await page.clock.runFor(AFTER_DEBOUNCE_MS);
        await waitForQuery(page, { q: word });
        await expect.poll(() => listedNumbers(page)).toContain(FIRST);
        expect(await searchField(page).inputValue()).toBe(word);
        await page.getByRole("heading", { level: 2, name: translate(code, "Prompts found") }).waitFor();
      });
    },
  );
});

/** A word of the first prompt's title, by the language's segmentation. */
function firstTitleWord(code: Locale): string {
  const segmenter = new Intl.Segmenter(code, { granularity: "word" });
  const found = [...segmenter.segment(promptText(code, FIRST).title)].find(
    ({ segment, isWordLike }) => isWordLike && [...segment].length > 1,
  );
  return found?.segment ?? "";
}
