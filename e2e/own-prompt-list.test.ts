import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { insertPrompts, type NewPrompt } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, logIn, section, SETTINGS, signedInAs } from "./account";
import { waitForQuery } from "./lists";
import { scrollTo, visit, type VisitOptions, waitUntilStill, waitUntilUsable } from "./visit";

const PATH = "/en/user/";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

type Own = Omit<NewPrompt, "authorId" | "texts"> & { title: string; content?: string };

/** A member with prompts that nobody has typed, in this order, and the options of a visit in their session. */
async function memberWith(prompts: readonly Own[], options: VisitOptions = {}) {
  const username = await createMember();
  await inSiteDatabase(inject("database"), async (dataSource) => {
    const [user] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      username,
    ]);
    await insertPrompts(
      dataSource,
      prompts.map(({ title, content = `Write about {{topic}}: ${title}.`, shared = false, ...others }) => ({
        ...others,
        shared,
        authorId: user?.id ?? "",
        texts: [{ locale: "en", title, content }],
      })),
    );
  });
  return { username, visitor: signedInAs(username, options) };
}

const row = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const titles = (page: Page) => page.locator("main article h3").allTextContents();
const waitForTitles = (page: Page, expected: readonly string[]) => expect.poll(() => titles(page)).toEqual(expected);
const navigation = (page: Page) => page.getByRole("navigation", { name: "Your account" });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search my prompts" });
it("my prompts are listed newest first, page by page, and found by words, tags and sort, which the address keeps", async () => {
  const names = Array.from({ length: 26 }, (_, index) => `Note ${index + 1}`);
  const { username, visitor } = await memberWith([
    { title: "Gooseberry jam", content: "Cook {{fruit}} with sugar.", tags: ["code", "write"], shared: true },
    { title: "Letters", content: "A letter that mentions gooseberry jam once.", tags: ["write"] },
    ...names.map((title) => ({ title })),
  ]);
  // A made-up cursor is the first page.
  await visit(`${PATH}?after=AAAA`, visitor, async ({ page }) => {
    await page.getByRole("heading", { level: 1, name: username }).waitFor();
    await page.getByText(/^Member since .+\s· 28 prompts, 1 of them shared$/).waitFor();
    await navigation(page)
      .getByRole("link", { name: "My prompts 28" })
      .and(page.locator("[aria-current=page]"))
      .waitFor();
    const newestFirst = [...names.reverse(), "Letters", "Gooseberry jam"];
    await waitForTitles(page, newestFirst.slice(0, 12));
    expect(await page.getByRole("link", { name: "Load more" }).getAttribute("href")).toMatch(/^\/en\/user\/\?after=/);
    // Deleting a prompt does not keep more from being loaded.
    await row(page, "Note 26").locator("summary").click();
    await row(page, "Note 26").getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the prompt" }).click();
    newestFirst.shift();
    await waitForTitles(page, newestFirst.slice(0, 11));
    await scrollTo(page.getByRole("link", { name: "Load more" }));
    await waitForTitles(page, newestFirst);
    await page.getByText("That is all. You have reached the end of the list.").waitFor();

    // Only the tags that they have, the most frequent first.
    const tags = page.getByRole("navigation", { name: "Filter by tag" }).locator("a");
    const slugs = tags.evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute("href") ?? "", document.baseURI).searchParams.get("tag")),
    );
    expect(await slugs).toEqual(["write", "code"]);
    await tags.last().click();
    await waitForTitles(page, ["Gooseberry jam"]);
    await page.getByRole("link", { name: "Clear filters (1)" }).click();
    await waitForQuery(page, {});
    await search(page).fill("gooseberry");
    await waitForQuery(page, { q: "gooseberry" });
    // The one with the word in its title is more relevant, although it is older.
    await waitForTitles(page, ["Gooseberry jam", "Letters"]);
    await page.getByRole("link", { name: "Release time" }).click();
    await waitForTitles(page, ["Letters", "Gooseberry jam"]);
    await page.reload();
    await waitUntilUsable(page);
    await waitForTitles(page, ["Letters", "Gooseberry jam"]);
    expect(await search(page).inputValue()).toBe("gooseberry");
    await page.goBack();
    await waitForTitles(page, ["Gooseberry jam", "Letters"]);
    // What one wrote oneself is not corrected.
    await search(page).fill("gooseberyr");
    await page.getByText("No prompt yet for gooseberyr").waitFor();
  });
});

it("the settings are beside the prompts: each section by its link, also on a phone and in Arabic", async () => {
  const { username, visitor } = await memberWith([{ title: "One" }], PHONE);
  await visit(PATH, visitor, async ({ page, open }) => {
    await row(page, "One").waitFor();
    await navigation(page).getByRole("link", { name: "API tokens" }).tap();
    await page.waitForURL(`${inject("site")}${SETTINGS}#tokens`);
    await section(page, "API tokens").waitFor();
    await expect
      .poll(() => section(page, "API tokens").evaluate((part) => part.getBoundingClientRect().top < 400))
      .toBe(true);
    // A tap on a page that scrolls only stops it. The row scrolls to the section's link too.
    await waitUntilStill(section(page, "API tokens"));
    await navigation(page).locator("[aria-current=true]", { hasText: "API tokens" }).waitFor();
    await scrollTo(navigation(page).getByRole("link", { name: "My prompts" }));
    await waitUntilStill(navigation(page).getByRole("link", { name: "My prompts" }));
    await navigation(page).getByRole("link", { name: "My prompts" }).tap();
    await row(page, "One").waitFor();
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    for (const [locale, width] of [
      ["bn", 320],
      ["ar", 390],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await open(`/${locale}/user/`);
      await page.getByRole("heading", { level: 1, name: username }).waitFor();
      const menu = page.locator("main article details");
      expect(await fits()).toBe(true);
      await menu.locator("summary").tap();
      const outside = await menu
        .locator("ul, button")
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth),
        );
      expect(outside, `${locale} at ${width}`).toEqual([]);
      expect(await fits()).toBe(true);
    }
    await page.setViewportSize({ width: 1000, height: 844 });
    await page.emulateMedia({ media: "print" });
    expect((await row(page, "One").boundingBox())?.width).toBeGreaterThan(800);
  });
});

it("a visitor who finds nothing can write it, after logging in", async () => {
  const username = await createMember();
  await visit("/en/?q=zzqxjw", {}, async ({ page }) => {
    await page.getByRole("button", { name: "Write it yourself" }).click();
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
    await logIn(page, username);
    await page.getByRole("dialog", { name: "Add a prompt" }).waitFor();
  });
});
