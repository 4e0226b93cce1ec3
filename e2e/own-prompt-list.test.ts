import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, hasFocus, logIn, section, SETTINGS, signedInAs } from "./account";
import { tagLabel } from "./library";
import { waitForQuery } from "./lists";
import {
  lastAnnouncement,
  scrollTo,
  visit,
  type VisitOptions,
  waitForPaint,
  waitUntilStill,
  waitUntilUsable,
} from "./visit";

const PATH = "/en/user/";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

interface NewPrompt {
  title: string;
  content?: string;
  tags?: readonly string[];
  shared?: boolean;
}

/** A member with prompts, in this order, and the options of a visit in their session. */
async function memberWith(prompts: readonly NewPrompt[], options: VisitOptions = {}) {
  const username = await createMember();
  const { prepare, ...signedIn } = signedInAs(username, options);
  const visitor: VisitOptions = {
    ...signedIn,
    prepare: async (page) => {
      await prepare?.(page);
      for (const prompt of prompts) await add(page, prompt);
    },
  };
  return { username, visitor };
}

let added = 0;

async function add(
  page: Page,
  { title, content = `Write about {{topic}}, no. ${(added += 1)}.`, tags = [], shared = false }: NewPrompt,
) {
  await send(page, `mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { problems { code } } }`, {
    input: { locale: "EN", title, content, tags, shared },
  });
}

/** Without the page's own cache, as another device would. */
async function send(page: Page, query: string, variables: object): Promise<void> {
  const response = await page.context().request.post(`${inject("site")}/graphql`, { data: { query, variables } });
  const { data, errors } = (await response.json()) as { data?: Record<string, { problems: [] }>; errors?: unknown };
  expect(errors).toBeUndefined();
  for (const { problems } of Object.values(data ?? {})) expect(problems).toEqual([]);
}

const row = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const titles = (page: Page) => page.locator("main article h3").allTextContents();
const waitForTitles = (page: Page, expected: readonly string[]) => expect.poll(() => titles(page)).toEqual(expected);
const navigation = (page: Page) => page.getByRole("navigation", { name: "Your account" });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search my prompts" });
const editor = (page: Page, name: string) => page.getByRole("dialog", { name });
const tag = (page: Page, slug: string) =>
  page
    .getByRole("navigation", { name: "Filter by tag" })
    .getByRole("link", { name: tagLabel("en", slug), exact: true });

/** As when the reader returns to the tab. */
const returnToTab = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

describe("my prompts", () => {
  it("are listed newest first, page by page, and found by words, tags and sort, which the address keeps", async () => {
    const names = Array.from({ length: 26 }, (_, index) => `Note ${index + 1}`);
    const { username, visitor } = await memberWith([
      { title: "Gooseberry jam", content: "Cook {{fruit}} with sugar.", tags: ["code", "write"], shared: true },
      { title: "Letters", content: "A letter that mentions gooseberry jam once.", tags: ["write"] },
      ...names.map((title) => ({ title })),
    ]);
    await visit(PATH, visitor, async ({ page, open }) => {
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
      await add(page, { title: "Mistake" });
      await returnToTab(page);
      await row(page, "Mistake").locator("summary").click();
      await row(page, "Mistake").getByRole("button", { name: "Delete…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete the prompt" }).click();
      await waitForTitles(page, newestFirst.slice(0, 11));
      await scrollTo(page.getByRole("link", { name: "Load more" }));
      await waitForTitles(page, newestFirst);
      await page.getByText("That is all. You have reached the end of the list.").waitFor();

      // Only the tags that they have, the most frequent first.
      expect(
        await page
          .getByRole("navigation", { name: "Filter by tag" })
          .locator("a")
          .evaluateAll((links) =>
            links.map((link) => new URL(link.getAttribute("href") ?? "", document.baseURI).searchParams.get("tag")),
          ),
      ).toEqual(["write", "code"]);
      // Both of two quick taps count.
      await tag(page, "write").evaluate((link: HTMLElement) => link.click());
      await tag(page, "code").evaluate((link: HTMLElement) => link.click());
      await waitForQuery(page, { tag: ["code", "write"] });
      await waitForTitles(page, ["Letters", "Gooseberry jam"]);
      await page.getByRole("link", { name: "Match all" }).click();
      await waitForTitles(page, ["Gooseberry jam"]);
      await page.getByRole("link", { name: "Clear filters (2)" }).click();
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
      await search(page).fill("gooseberyr");
      await page.getByText("Showing results for gooseberry.").waitFor();
      await waitForTitles(page, ["Gooseberry jam", "Letters"]);
      await page.getByRole("link", { name: "gooseberyr" }).click();
      await page.getByText("No prompt yet for gooseberyr").waitFor();
      await search(page).fill("zzqxjw");
      await page.getByText("No prompt yet for zzqxjw").waitFor();
      expect(await page.getByRole("button", { name: "Write it yourself" }).count()).toBe(0);
      await page.getByRole("link", { name: "Show all my prompts" }).click();
      await waitForTitles(page, newestFirst.slice(0, 12));
      // A made-up cursor is the first page.
      await open(`${PATH}?after=AAAA`);
      await waitForTitles(page, newestFirst.slice(0, 12));
    });
  });

  it("can be copied, edited, shared and deleted from the list, by keyboard alone", async () => {
    const { visitor } = await memberWith([{ title: "First" }, { title: "Second", content: "Tell {{who}} the truth." }]);
    await visit(PATH, visitor, async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const second = row(page, "Second");
      await second.getByText("Private").waitFor();
      await second.getByRole("button", { name: "Copy" }).press("Enter");
      await second.getByText("Copied").first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Tell [who] the truth.");
      await second.getByRole("button", { name: "Edit “Second”" }).press("Enter");
      // It takes the focus once it has loaded.
      const title = editor(page, "Change the prompt").getByRole("textbox", { name: "Title", exact: true });
      await expect.poll(() => hasFocus(title)).toBe(true);
      await editor(page, "Change the prompt").getByRole("button", { name: "Close" }).press("Enter");
      await editor(page, "Change the prompt").waitFor({ state: "detached" });

      const menu = second.locator("summary");
      await menu.press("Enter");
      await second.getByRole("button", { name: "Share with everyone" }).press("Enter");
      await second.getByText(/^Shared since/).waitFor();
      await page.getByText(/· 2 prompts, 1 of them shared$/).waitFor();
      await expect.poll(() => lastAnnouncement(page)).toBe("The prompt is shared with everyone.");
      expect(await hasFocus(menu)).toBe(true);
      await menu.press("Enter");
      await second.getByRole("button", { name: "Stop sharing" }).press("Enter");
      await second.getByText("Private").waitFor();
      await page.getByText(/· 2 prompts, none of them shared$/).waitFor();
      // It offers to share it again, and leaves the focus where it is.
      const undo = page.getByRole("button", { name: "Undo" });
      await undo.waitFor();
      expect(await hasFocus(menu)).toBe(true);

      await menu.press("Enter");
      await second.getByRole("button", { name: "Delete…" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Delete “Second”?" });
      await expect.poll(() => hasFocus(dialog.getByRole("button", { name: "Cancel" }))).toBe(true);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => hasFocus(menu)).toBe(true);
      await menu.press("Enter");
      await second.getByRole("button", { name: "Delete…" }).press("Enter");
      await dialog.getByRole("button", { name: "Delete the prompt" }).press("Enter");
      await waitForTitles(page, ["First"]);
      await navigation(page).getByRole("link", { name: "My prompts 1", exact: true }).waitFor();
      // Nothing offers any longer to share it again.
      await expect.poll(() => hasFocus(undo)).toBe(true);
      await undo.press("Enter");
      await waitForTitles(page, ["Second", "First"]);
      await expect.poll(() => hasFocus(page.getByRole("heading", { name: "My prompts" }))).toBe(true);
    });
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
    for (const locale of ["en", "bn", "ar"]) {
      await open(`/${locale}/user/`);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const menu = page.locator("main article details");
        await menu.locator("summary").tap();
        const outside = await menu
          .locator("ul, button")
          .evaluateAll((parts) =>
            parts
              .map((part) => part.getBoundingClientRect())
              .filter(({ left, right }) => left < 0 || right > innerWidth),
          );
        expect(outside, `${locale} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.keyboard.press("Escape");
      }
    }
    await open("/en/user/");
    await page.setViewportSize({ width: 1000, height: 844 });
    await page.emulateMedia({ media: "print" });
    await row(page, "One").waitFor();
    expect((await row(page, "One").boundingBox())?.width).toBeGreaterThan(800);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 390, height: 844 });
    await open("/ar/user/");
    await page.getByRole("heading", { level: 1, name: username }).waitFor();
    await page.locator("main article").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.locator("main article summary").tap();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

/** Where a visitor finds nothing, before the code of the button that offers to write it has come. */
async function visitWithoutOutcome(journey: (page: Page, release: () => void) => Promise<void>): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const prepare = (page: Page) =>
    page.route(OUTCOME, async (route) => {
      await released;
      await route.continue();
    });
  await visit("/en/?q=zzqxjw", { prepare }, ({ page }) => journey(page, release));
}
const OUTCOME = "**/assets/Outcome-*.js";

it("a visitor who finds nothing can write it, after logging in, also if the button's code comes late", async () => {
  const username = await createMember();
  await visitWithoutOutcome(async (page, release) => {
    await page.getByRole("button", { name: "Write it yourself" }).click();
    release();
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
    await logIn(page, username);
    await editor(page, "Add a prompt").waitFor();
  });
});

it("a press on that button counts, also when its code comes while it is held down", async () => {
  await visitWithoutOutcome(async (page, release) => {
    const button = page.getByRole("button", { name: "Write it yourself" });
    await scrollTo(button);
    await waitUntilStill(button);
    await button.hover();
    await page.mouse.down();
    const code = page.waitForResponse(OUTCOME);
    release();
    const address = (await code).url();
    // It has come and could take its place, if it did not wait. A text, as the tests' own imports are compiled.
    await page.evaluate(`import(${JSON.stringify(address)}).then(() => null)`);
    await waitForPaint(page);
    await page.mouse.up();
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
  });
});
