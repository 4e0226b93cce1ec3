import { describe, expect, it } from "vitest";
import { CATALOGUE, numbersWith, promptText, tagLabel } from "./library";
import { cards, listedNumbers, pill, expandTags, waitForQuery, waitForTotal } from "./lists";
import { visit } from "./visit";

/** Two tags of one prompt, so that "all" has a result. */
const { id: TAGGED = 0, tags: TAGS = [] } =
  CATALOGUE.find(({ tags }) => tags.length > 1 && !tags.includes("favorite")) ?? {};
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

  it("on cards are added to the filters and removed again, and on the page of a prompt link to all prompts with that tag", async () => {
    await visit(`/en/?tag=${ONE}&sort=release&order=asc`, {}, async ({ page, open, documents }) => {
      const onCards = (name: string) => cards(page).getByRole("link", { name, exact: true });
      await onCards(`${tagLabel("en", TWO)}: add to the filters`)
        .first()
        .click();
      await waitForQuery(page, { tag: [ONE, TWO], sort: "release", order: "asc" });
      await waitForTotal(page, numbersWith([ONE, TWO], "any").length);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("prompts");
      await onCards(`${tagLabel("en", ONE)}: remove from the filters`)
        .first()
        .click();
      await waitForQuery(page, { tag: TWO, sort: "release", order: "asc" });

      await open(`/en/prompt/${TAGGED}`);
      await page
        .getByRole("list", { name: "Tags" })
        .first()
        .getByRole("link", { name: `${tagLabel("en", ONE)}: all prompts with this tag`, exact: true })
        .click();
      await waitForQuery(page, { tag: ONE });
      await waitForTotal(page, numbersWith([ONE]).length);
      expect(documents).toHaveLength(2);
    });
  });
});

it("sorting has a field and a direction, and is by relevance only while there are search words", async () => {
  const { title } = promptText("en", CATALOGUE[0]?.id ?? 0);
  await visit("/en/", {}, async ({ page, open }) => {
    const newest = CATALOGUE.map(({ id }) => id).reverse();
    const sortBy = page.getByRole("group", { name: "Sort by" });
    expect(await sortBy.getByRole("link").allInnerTexts()).toEqual(["Support", "Release time"]);
    await sortBy.getByRole("link", { name: "Release time" }).click();
    await waitForQuery(page, { sort: "release" });
    await expect.poll(async () => (await listedNumbers(page)).slice(0, 5)).toEqual(newest.slice(0, 5));
    await page.getByRole("link", { name: "Newest first. Change to: Oldest first" }).click();
    await waitForQuery(page, { sort: "release", order: "asc" });
    await expect.poll(async () => (await listedNumbers(page)).slice(0, 5)).toEqual(newest.slice(-5).reverse());
    await sortBy.getByRole("link", { name: "Support" }).click();
    await waitForQuery(page, { order: "asc" });
    await page.goBack();
    await page.goBack();
    await page.goBack();
    // Highest support first is the plain list.
    await waitForQuery(page, {});

    await open(`/en/?q=${encodeURIComponent(title)}`);
    expect(await sortBy.getByRole("link").allInnerTexts()).toEqual(["Relevance", "Support", "Release time"]);
    expect(await sortBy.getByRole("link", { name: "Relevance" }).getAttribute("aria-current")).toBe("true");
    await sortBy.getByRole("link", { name: "Release time" }).click();
    await waitForQuery(page, { q: title, sort: "release" });
    await page.getByRole("link", { name: "Clear filters (1)" }).click();
    await waitForQuery(page, { sort: "release" });
    await expect.poll(() => sortBy.getByRole("link").allInnerTexts()).toEqual(["Support", "Release time"]);
  });
});
