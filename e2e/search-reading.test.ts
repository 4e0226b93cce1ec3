import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { listedNumbers, searchField, waitForQuery } from "./lists";
import { visit } from "./visit";

/** Each is in the library, but no prompt has both. */
const APART = "resignation quatrain";
const MISSPELLED = "resignatoin";
const CORRECT = "resignation";

const closest = (page: Page) => page.getByText(/No prompt has all of these words|Few prompts have all of these words/);

it("a search of which no prompt has all words says so above what comes closest, also without JavaScript", async () => {
  await visit("/en/", { javaScriptEnabled: false }, async ({ page }) => {
    await searchField(page).fill(APART);
    await page.getByRole("button", { name: "Search" }).click();
    await waitForQuery(page, { q: APART });
    await closest(page).waitFor();
    expect((await listedNumbers(page)).length).toBeGreaterThan(0);
  });
});

it("a misspelled search shows the results of the nearest words, marks them, and leads back to what was typed", async () => {
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
    await searchField(page).fill(APART);
    await waitForQuery(page, { q: APART });
    await closest(page).waitFor();
    await page.goBack();
    await waitForQuery(page, { q: MISSPELLED, spelling: "typed" });
    await closest(page).waitFor({ state: "detached" });
  });
});
