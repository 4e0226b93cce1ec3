import { describe, expect, it } from "vitest";
import { listedNumbers, searchField, waitForQuery } from "./lists";
import { visit } from "./visit";

/** Each is in the library, but no prompt has both. */
const APART = "resignation quatrain";
const MISSPELLED = "resignatoin";
const CORRECT = "resignation";

describe("a search of which no prompt has all words", () => {
  it("says so above what comes closest, also without JavaScript, and Back leads from it", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await visit("/en/", { javaScriptEnabled }, async ({ page, open }) => {
        await searchField(page).fill(APART);
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Search" }).click();
        await waitForQuery(page, { q: APART });
        await page.getByText(/No prompt has all of these words|Few prompts have all of these words/).waitFor();
        expect((await listedNumbers(page)).length).toBeGreaterThan(0);
        await page.goBack();
        await waitForQuery(page, {});
        await page.getByRole("heading", { level: 2, name: "All prompts" }).waitFor();
        expect(await page.getByText(/these come closest|the closest follow/).count()).toBe(0);
        if (javaScriptEnabled) return;
        await open(`/en/?q=${MISSPELLED}`);
        expect(await page.getByText(`Showing results for ${CORRECT}.`).isVisible()).toBe(true);
        await page.getByRole("link", { name: MISSPELLED }).click();
        await waitForQuery(page, { q: MISSPELLED, spelling: "typed" });
      });
    }
  });
});

describe("a misspelled search", () => {
  it("shows the results of the nearest words, marks them, and leads back to what was typed", async () => {
    await visit(`/en/?q=${MISSPELLED}`, {}, async ({ page }) => {
      await page.getByText(`Showing results for ${CORRECT}.`).waitFor();
      const found = await listedNumbers(page);
      expect(found.length).toBeGreaterThan(0);
      expect(await searchField(page).inputValue()).toBe(MISSPELLED);
      expect(await page.locator("article mark").first().isVisible()).toBe(true);
      await page.getByRole("link", { name: MISSPELLED }).click();
      await waitForQuery(page, { q: MISSPELLED, spelling: "typed" });
      await page.getByText(`No prompt yet for ${MISSPELLED}`).waitFor();
      await page.goBack();
      await waitForQuery(page, { q: MISSPELLED });
      await expect.poll(() => listedNumbers(page)).toEqual(found);
      // New words are corrected again.
      await page.goForward();
      await waitForQuery(page, { q: MISSPELLED, spelling: "typed" });
      await searchField(page).fill(`${MISSPELLED} letter`);
      await waitForQuery(page, { q: `${MISSPELLED} letter` });
    });
  });
});
