import { describe, expect, it } from "vitest";
import { CATALOGUE, numbersWith } from "./library";
import { listedNumbers, pill, expandTags, waitForQuery, waitForTotal } from "./lists";
import { visit } from "./visit";

/** Two tags of one prompt, so that "all" has a result. */
const { tags: TAGS = [] } = CATALOGUE.find(({ tags }) => tags.length > 1 && !tags.includes("favorite")) ?? {};
/** URLs list them in alphabetical order. */
const [ONE = "", TWO = ""] = TAGS.slice(0, 2).sort();

describe("tags", () => {
  it("narrow the list, combine, and can be removed, all in the URL", async () => {
    await visit("/en/", {}, async ({ page, documents }) => {
      await expandTags(page);
      expect(await page.getByRole("link", { name: /^Clear filters/ }).count()).toBe(0);
      await pill(page, ONE).click();
      await waitForQuery(page, { tag: ONE });
      await waitForTotal(page, numbersWith([ONE]).length);
      expect(await pill(page, ONE).getAttribute("aria-current")).toBe("true");
      expect(await page.getByRole("link", { name: "Clear filters (1)" }).isVisible()).toBe(true);
      expect(await page.getByRole("group", { name: "How tags combine" }).count()).toBe(0);
      for (const number of await listedNumbers(page)) expect(numbersWith([ONE])).toContain(number);

      await pill(page, TWO).click();
      await waitForQuery(page, { tag: [ONE, TWO] });
      await waitForTotal(page, numbersWith([ONE, TWO], "any").length);
      await page.getByRole("link", { name: "Match all" }).click();
      await waitForQuery(page, { tag: [ONE, TWO], match: "all" });
      await waitForTotal(page, numbersWith([ONE, TWO], "all").length);
      expect(await page.getByRole("link", { name: "Match all" }).getAttribute("aria-current")).toBe("true");

      await pill(page, ONE).click();
      await waitForQuery(page, { tag: TWO });
      await page.getByRole("link", { name: "Clear filters (1)" }).click();
      await waitForQuery(page, {});
      await waitForTotal(page, CATALOGUE.length);
      expect(documents).toHaveLength(1);
    });
  });
});
