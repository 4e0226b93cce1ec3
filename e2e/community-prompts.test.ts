import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, expectMember, onAnotherDevice } from "./account";
import { shareAs } from "./community";
import { listedNumbers, listedTotal, searchField, waitForQuery, waitForTotal } from "./lists";
import { member } from "./known-member";
import { createPromptByApi } from "./own-prompts";
import { visit, waitUntilUsable } from "./visit";
import { translate } from "./words";

const ADA = "Ledger-Ada";
const BEN = "Ledger-Ben";
const OF_ADA = `/en/community-prompts?author=${ADA}`;

const ada = shareAs(ADA, [
  {
    tags: ["code"],
    upvotes: 5,
    texts: [
      { locale: "en", title: "Ledger one", content: "Count {{what}} twice." },
      { locale: "fr", title: "Registre un", content: "Comptez {{quoi}} deux fois." },
    ],
  },
  {
    tags: ["write"],
    upvotes: 9,
    texts: [{ locale: "en", title: "Ledger two", content: "Write about quokkas." }],
  },
  { tags: ["code", "write"], texts: [{ locale: "pt", title: "Livro três", content: "Escreva sobre {{tema}}." }] },
]);
const LONG_NAME = "Donaudampfschifffahrtsgesellsch";
shareAs(LONG_NAME, [{ texts: [{ locale: "en", title: "A long name", content: "Shorten {{name}}." }] }]);
const ben = shareAs(
  BEN,
  Array.from({ length: 30 }, (_, index) => ({
    tags: ["mind"],
    texts: [{ locale: "en" as const, title: `Row ${String(index)}`, content: `Think about ${String(index)}.` }],
  })),
);

const sort = (page: Page, name: string) => page.getByRole("group", { name: "Sort by" }).getByRole("link", { name });
const tag = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Filter by tag" }).getByRole("link", { name }).first();

describe("community prompts", () => {
  it("are found by author, tag, words and language, and sorted; the address keeps it all", async () => {
    const [one = 0, two = 0, three = 0] = ada;
    await visit(OF_ADA, {}, async ({ page }) => {
      await page.getByRole("heading", { level: 1, name: `Prompts by ${ADA}` }).waitFor();
      expect(await page.title()).toContain(`Prompts by ${ADA}`);
      // Shared at the same moment: the newest number first.
      expect(await listedNumbers(page)).toEqual([three, two, one]);

      await sort(page, "Support").click();
      await expect.poll(() => listedNumbers(page)).toEqual([two, one, three]);
      await waitForQuery(page, { author: ADA, sort: "support" });
      await page.getByRole("link", { name: /^Highest first/ }).click();
      await expect.poll(() => listedNumbers(page)).toEqual([three, one, two]);

      await tag(page, "Code").click();
      await expect.poll(() => listedNumbers(page)).toEqual([three, one]);
      await page.getByLabel(/^Language of the prompts/).click();
      await page.getByRole("link", { name: "Português" }).click();
      await expect.poll(() => listedNumbers(page)).toEqual([three]);
      await waitForQuery(page, { author: ADA, language: "pt", tag: "code", sort: "support", order: "asc" });

      await page.reload();
      await waitUntilUsable(page);
      expect(await listedNumbers(page)).toEqual([three]);
      await page.getByRole("link", { name: /^Clear/ }).click();
      await waitForQuery(page, { sort: "support", order: "asc" });
      await page.getByRole("heading", { level: 1, name: "Community prompts" }).waitFor();
      await searchField(page).fill("quokkas");
      await waitForTotal(page, 1);
      expect(await listedNumbers(page)).toEqual([two]);
    });
  });

  it("lead to their author's others and to their own page, from which they lead back, and count their tags without the library's", async () => {
    await visit(`/en/prompt/${String(ada[0])}`, {}, async ({ page }) => {
      await page.getByRole("link", { name: ADA }).first().click();
      await page.waitForURL(`**${OF_ADA}`);
      await waitForTotal(page, 3);
      // They are the community's, and say nothing of one member's prompts.
      const filters = page.getByRole("navigation", { name: "Filter by tag" });
      for (const words of await filters.getByRole("link").allTextContents()) expect(words).not.toMatch(/\d/);
      await page.getByRole("link", { name: "Ledger two" }).click();
      await page.waitForURL(`**/en/prompt/${String(ada[1])}`);
      await page.getByRole("navigation", { name: "Prompts before and after" }).getByText("Community prompts").click();
      await page.getByRole("heading", { name: "Community prompts", level: 1 }).waitFor();
    });
  });

  it("are counted in the page's head; no tag is offered that none of them has", async () => {
    await visit("/en/community-prompts", {}, async ({ page, open }) => {
      // Others share prompts meanwhile, perhaps between the two numbers.
      await expect
        .poll(async () => {
          await open("/en/community-prompts");
          const total = await listedTotal(page);
          return page.getByText(`${String(total)} prompts that members wrote, use and share.`).count();
        })
        .toBe(1);
      const filters = page.getByRole("navigation", { name: "Filter by tag" });
      const pills = await filters.getByRole("link", { includeHidden: true }).allTextContents();
      expect(pills.length).toBeGreaterThan(2);
      for (const words of pills) expect(words).toMatch(/[1-9]\d*$/);
    });
  });

  it("say in their row who wrote them, how long ago, and in which language; in print without what one presses", async () => {
    await visit(OF_ADA, {}, async ({ page }) => {
      const row = page.getByRole("article", { name: "Livro três" });
      const author = row.getByRole("link", { name: ADA });
      const { width = 0, height = 0 } = (await author.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      await row.getByText("LA", { exact: true }).waitFor();
      await expect.poll(() => row.locator("time").textContent()).toMatch(/ago|now/);
      await row.getByText("Portuguese", { exact: true }).waitFor();
      // A list has many of them.
      await row.getByRole("button", { name: "Copy “Livro três”", exact: true }).waitFor();
      const arrows = page.getByRole("main").getByRole("button", { name: /^Vote/ });
      expect(await arrows.count()).toBe(2 * ada.length);
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
      expect(await page.getByRole("main").getByText("Ledger one").isVisible()).toBe(true);
    });
  });

  it("come page by page, by pressing and without scripts, each once", async () => {
    const newest = [...ben].reverse();
    await visit(`/en/community-prompts?author=${BEN}`, { connection: { saveData: true } }, async ({ page }) => {
      expect(await listedNumbers(page)).toEqual(newest.slice(0, 12));
      // As a screen reader presses it: without scrolling, which would load them too.
      await page.getByRole("link", { name: "Load more" }).dispatchEvent("click");
      await expect.poll(() => listedNumbers(page)).toEqual(newest);
      // The first new one has the focus.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Row 17");
    });
    await visit(`/en/community-prompts?author=${BEN}`, { javaScriptEnabled: false }, async ({ page }) => {
      expect(await listedNumbers(page)).toEqual(newest.slice(0, 12));
      await page.getByRole("link", { name: "Load more" }).click();
      await expect.poll(() => listedNumbers(page)).toEqual(newest.slice(12));
    });
  });

  it("have the focus on the first new one, also when the press comes while they are loaded by scrolling", async () => {
    await visit(`/en/community-prompts?author=${BEN}`, {}, async ({ page }) => {
      let answer = () => {};
      const pressed = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/graphql", async (route) => {
        await pressed;
        await route.continue();
      });
      const more = page.getByRole("link", { name: /^(Load more|Loading…)$/ });
      await more.focus();
      await page.getByRole("link", { name: "Loading…" }).waitFor();
      await page.keyboard.press("Enter");
      answer();
      await expect.poll(() => listedNumbers(page)).toEqual([...ben].reverse());
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Row 17");
    });
  });

  it("have the focus on the first new one when the link that had it has disappeared", async () => {
    await visit(`/en/community-prompts?author=${BEN}`, {}, async ({ page }) => {
      await page.getByRole("link", { name: /^(Load more|Loading…)$/ }).focus();
      await expect.poll(() => listedNumbers(page)).toEqual([...ben].reverse());
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Row 17");
    });
  });

  it("are filtered by keyboard, with the focus on the control that was used", async () => {
    await visit(OF_ADA, {}, async ({ page }) => {
      const language = page.getByLabel(/^Language of the prompts/);
      await language.press("Enter");
      await page.getByRole("link", { name: "Français" }).press("Enter");
      await waitForTotal(page, 1);
      await page.getByLabel("Language of the prompts: Français").waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Any language" }).waitFor();
      await page.keyboard.press("Escape");
      expect(await page.getByRole("link", { name: "Any language" }).isVisible()).toBe(false);
    });
  });

  it("are a list of rows from right to left in Arabic, on a phone, and no wider, however large the text and long the names", async () => {
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await visit(`/ar/community-prompts?author=${ADA}`, options, async ({ page, open }) => {
      const heading = translate("ar", "Prompts by {author}", { author: ADA });
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      expect(await listedTotal(page)).toBe(3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
      const add = page.getByRole("main").getByRole("button", { name: translate("ar", "Add a prompt") });
      expect(await top(searchField(page))).toBeLessThan(await top(add));
      await page
        .getByLabel(translate("ar", "Language of the prompts: {name}", { name: translate("ar", "Any language") }))
        .tap();
      const menu = await page.getByRole("link", { name: "Français" }).boundingBox();
      expect(menu && menu.x >= 0 && menu.x + menu.width <= 390).toBe(true);
      await page.getByRole("link", { name: "Français" }).tap();
      await waitForTotal(page, 1);
      await page.setViewportSize({ width: 320, height: 844 });
      await open(`/en/community-prompts?author=${LONG_NAME}`);
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      await page.locator("main article").getByRole("link", { name: LONG_NAME }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });

  it("say how long ago it was, and when: by UTC in the document, by the reader's clock in a browser where it is the next day", async () => {
    const timezoneId = "Pacific/Kiritimati";
    await inSiteDatabase(inject("database"), (dataSource) =>
      dataSource.query("update prompt set shared_at = '2026-11-20 23:30Z' where id = $1", [ada[1]]),
    );
    const time = (page: Page) => page.getByRole("article", { name: "Ledger two" }).locator("time");
    // A page that differs from its document would be rendered anew, with a complaint in the console.
    await visit(OF_ADA, { timezoneId }, async ({ page }) => {
      expect(await time(page).innerText()).toMatch(/ ago|yesterday|^last /);
      await expect.poll(() => time(page).getAttribute("title")).toMatch(/21 November 2026|November 21, 2026/);
    });
    await visit(OF_ADA, { javaScriptEnabled: false, timezoneId }, async ({ page }) => {
      expect(await time(page).innerText()).toMatch(/ ago|yesterday|^last /);
      expect(await time(page).getAttribute("title")).toMatch(/20 November 2026|November 20, 2026/);
    });
  });

  it("are marked where they are the reader's own, who sees how many they have", async () => {
    const username = await createMember();
    await onAnotherDevice(username, async (device) => {
      await createPromptByApi(device, { title: "Given", content: `Give ${username}.`, shared: true });
      await createPromptByApi(device, { title: "Kept", content: `Keep ${username}.` });
    });
    const address = `/en/community-prompts?author=${username}`;
    const count = (page: Page) => page.getByRole("region", { name: "Your prompts" });
    await visit(address, member(username), async ({ page, open }) => {
      await count(page).getByText("2 prompts, 1 of them shared").waitFor();
      await page.getByRole("article", { name: "Given" }).getByText("Yours").waitFor();
      await open(OF_ADA);
      await expectMember(page, username);
      expect(await page.getByText("Yours").filter({ visible: true }).count()).toBe(0);
    });
    await visit(address, {}, async ({ page }) => {
      await page.getByRole("article", { name: "Given" }).waitFor();
      expect(await page.getByText("Yours").filter({ visible: true }).count()).toBe(0);
      expect(await count(page).count()).toBe(0);
      await page.getByRole("link", { name: "My prompts" }).waitFor();
    });
  });

  it("the newest of the reader's language are on the home page, after six cards", async () => {
    const [newest] = ben.slice(-1);
    await inSiteDatabase(inject("database"), (dataSource) =>
      dataSource.query("update prompt set shared_at = now() + interval '1 hour' where id = $1", [newest]),
    );
    await visit("/en/", {}, async ({ page, open }) => {
      const band = page.getByRole("region", { name: "New from the community" });
      await expect
        .poll(async () => {
          await open("/en/");
          return band.getByRole("link").allTextContents();
        })
        .toContain("Row 29");
      const before = await band.evaluate((section) => {
        const item = section.closest("li");
        return item && [...(item.parentElement?.children ?? [])].indexOf(item);
      });
      expect(before).toBe(6);
      const inPortuguese = await fetch(`${inject("site")}/pt/`);
      expect(await inPortuguese.text()).not.toContain("Row 29");
    });
  });
});
