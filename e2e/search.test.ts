import { describe, expect, inject, it } from "vitest";
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale, localePath } from "../contract/locales";
import { sample } from "../server/platform/testing/deep";
import { CATALOGUE, promptText } from "./library";
import { listedNumbers, searchField, waitForQuery } from "./lists";
import { visit } from "./visit";

const [FIRST = 0, SECOND = 0] = CATALOGUE.map(({ id }) => id);
const TITLE = promptText(FALLBACK_LOCALE, FIRST).title;

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

  it("finds a title in the languages of the site", async () => {
    for (const code of sample(LOCALE_CODES, 6)) expect((await served(code, SECOND))[0], code).toBe(SECOND);
  });

  it("gives the same results without JavaScript, through a form", async () => {
    await visit("/en/", { javaScriptEnabled: false }, async ({ page, documents }) => {
      await searchField(page).fill(TITLE);
      await page.getByRole("button", { name: "Search" }).click();
      await waitForQuery(page, { q: TITLE });
      await page.waitForLoadState();
      expect(await listedNumbers(page)).toEqual(await served(FALLBACK_LOCALE, FIRST));
      expect(documents).toHaveLength(2);
    });
  });
});

/** The numbers of the prompts that a search for a title finds, in the page as it is served. */
async function served(code: Locale, number: number): Promise<number[]> {
  const query = encodeURIComponent(promptText(code, number).title);
  const html = await (await fetch(inject("site") + localePath(code, `/?q=${query}`))).text();
  const list = html.slice(html.indexOf('aria-labelledby="prompts"'));
  return [...list.matchAll(/<article.*?<h3.*?<a [^>]*href="[^"]*\/prompt\/(\d+)"/gs)].map(([, found]) => Number(found));
}
