import { describe, expect, it } from "vitest";
import { type Locale, localePath } from "../contract/locales";
import { CATALOGUE, promptText } from "./library";
import { listedNumbers, searchField, waitForQuery } from "./lists";
import { stopClock, visit } from "./visit";
import { translate } from "./words";

const FIRST = CATALOGUE[0]?.id ?? 0;

/** Longer than every delay of the page. */
const AFTER_DEBOUNCE_MS = 2000;

const searches = (requests: readonly string[]) => requests.filter((request) => request.includes("query PromptList"));

describe("an input method", () => {
  const methods = [
    { code: "ko", steps: ["ㅍ", "프", "프ㄹ"] },
    { code: "zh", steps: ["t", "ti", "ti shi"] },
    { code: "ja", steps: ["ぷ", "ぷろ", "ぷろん"] },
  ] as const;
  it.each(methods)("is not interrupted while composing in $code", async ({ code, steps }) => {
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
  });
});

/** A word of the first prompt's title, by the language's segmentation. */
function firstTitleWord(code: Locale): string {
  const segmenter = new Intl.Segmenter(code, { granularity: "word" });
  const found = [...segmenter.segment(promptText(code, FIRST).title)].find(
    ({ segment, isWordLike }) => isWordLike && [...segment].length > 1,
  );
  return found?.segment ?? "";
}
