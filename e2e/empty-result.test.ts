import { describe, expect, inject, it } from "vitest";
import { shareAs } from "./community";
import { CATALOGUE, numbersWith } from "./library";
import { listedNumbers, listedTotal, pill, searchField, expandTags, waitForQuery } from "./lists";
import { visit, type Visit } from "./visit";

/** Occurs in no prompt of the library. */
const WORD = "quaggafrost";
const NO_MATCH = "zzqxjw";
const TAG = "finance";
const OTHER_TAG = "music";
const AUTHOR = "Ольга-Quagga";

const NUMBERS = shareAs(
  AUTHOR,
  Array.from({ length: 7 }, (_, index) => ({
    tags: index === 0 ? [TAG] : [],
    upvotes: index,
    texts: [{ locale: "en" as const, title: `Quaggafrost ${index}`, content: `Draw {{animal}} ${index}.` }],
  })),
);

const suggestions = ({ page }: Visit) => page.locator("section[aria-labelledby=suggestions]");
const suggestedNumbers = (visited: Visit) =>
  suggestions(visited)
    .locator("article h3 a")
    .evaluateAll((links) =>
      links.map((link) => Number(/\/prompt\/(\d+)$/.exec((link as HTMLAnchorElement).href)?.[1])),
    );

/** The cursor at the end of the library's list, newest first. */
async function lastCursor(): Promise<string> {
  const query = `{ prompts(locale: EN, filter: { origin: LIBRARY }, orderBy: { field: ID, direction: DESC }, last: 1) { pageInfo { endCursor } } }`;
  const response = await fetch(`${inject("site")}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { prompts: { pageInfo: { endCursor: string } } } };
  return data.prompts.pageInfo.endCursor;
}

describe("an empty list of the library", () => {
  it("offers matching community prompts, also without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await visit(`/en/?q=${WORD}`, { javaScriptEnabled }, async (visited) => {
        const { page, dataRequests } = visited;
        expect(await listedNumbers(page)).toEqual([]);
        expect(await page.getByText(`No prompt yet for ${WORD}`).isVisible()).toBe(true);
        expect(await searchField(page).inputValue()).toBe(WORD);
        await page.getByRole("heading", { level: 2, name: "Matching community prompts" }).waitFor();
        expect(await suggestions(visited).getByText("7 prompts").count()).toBe(1);
        // Equally relevant, so sorted by support.
        expect(await suggestedNumbers(visited)).toEqual(NUMBERS.slice(1).reverse());
        expect(dataRequests).toEqual([]);
      });
    }
  });

  it("offers favourites when the community has no match either, and the same words without the tags", async () => {
    await visit(`/en/?q=${WORD}&tag=${OTHER_TAG}`, {}, async (visited) => {
      const { page } = visited;
      await page.getByRole("heading", { level: 2, name: "One of these might help" }).waitFor();
      const offered = await suggestedNumbers(visited);
      expect(offered).toHaveLength(3);
      for (const number of offered) expect(numbersWith(["favorite"])).toContain(number);
      await page.getByRole("link", { name: "Search without the tags" }).click();
      await waitForQuery(page, { q: WORD });
      await expect.poll(() => suggestedNumbers(visited)).toHaveLength(6);
      expect(await page.getByRole("link", { name: /without the tags/ }).count()).toBe(0);
    });
    await visit(`/en/?q=${NO_MATCH}`, { javaScriptEnabled: false }, async (visited) => {
      expect(await suggestedNumbers(visited)).toHaveLength(3);
      expect(await visited.page.getByRole("link", { name: /without the tags/ }).count()).toBe(0);
    });
  });
});

it("a member's prompt is neither in the home page's list nor in its counts, also where a later page of that is empty", async () => {
  await visit(`/en/?sort=release&after=${await lastCursor()}`, {}, async (visited) => {
    const { page } = visited;
    expect(await suggestions(visited).count()).toBe(0);
    expect(await listedTotal(page)).toBe(CATALOGUE.length);
    expect((await listedNumbers(page))[0]).toBe(CATALOGUE.at(-1)?.id);
    await expandTags(page);
    expect(await pill(page, TAG).count()).toBe(1);
    expect(await page.locator("article").getByText("Community", { exact: true }).count()).toBe(0);
  });
});
