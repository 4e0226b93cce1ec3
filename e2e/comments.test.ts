import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, it } from "vitest";
import { insertPrompts } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, expectMember, onAnotherDevice } from "./account";
import { member } from "./known-member";
import { outsideWindow } from "./overflow";
import { queryAs } from "./own-prompts";
import { visit, type VisitOptions } from "./visit";

const database = inject("database");
const numbers: number[] = [];

/** A prompt of a member who does nothing else. */
async function promptToDiscuss(): Promise<{ id: string; path: string }> {
  const author = await createMember();
  const id = await inSiteDatabase(database, async (dataSource) => {
    const [user] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      author,
    ]);
    const texts = [{ locale: "en", title: `Discussed ${author}`, content: "Say it." }] as const;
    const [number = 0] = await insertPrompts(dataSource, [{ authorId: user?.id ?? "", texts }]);
    return number;
  });
  numbers.push(id);
  return { id: String(id), path: `/en/prompt/${String(id)}` };
}
afterAll(() =>
  inSiteDatabase(database, (dataSource) => dataSource.query("delete from prompt where id = any($1::int[])", [numbers])),
);

/** Comments of the prompt that nobody has typed, the oldest first. @returns their ids */
function insertComments(promptId: string, comments: readonly { body: string; parent?: string }[], by: string) {
  return inSiteDatabase(database, async (dataSource) => {
    const ids: string[] = [];
    for (const { body, parent } of comments) {
      const [row] = await dataSource.query<{ id: string }[]>(
        `insert into comment (prompt_id, parent_id, author_id, body, html, html_version)
         values ($1, $2, (select id from user_account where username = $3), $4, array['<p>' || $4 || '</p>'], 1) returning id`,
        [promptId, parent ?? null, by, body],
      );
      ids.push(row?.id ?? "");
    }
    return ids;
  });
}

const section = (page: Page) => page.locator("#comments");
const begin = (page: Page) => section(page).getByRole("button", { name: "How did it go, and what would you change?" });
const field = (page: Page, name = "Your comment") => section(page).getByRole("textbox", { name });
const comment = (page: Page, text: string) =>
  section(page)
    .locator("article", { has: page.locator("p:not([class])", { hasText: text }) })
    .last();
const act = (page: Page, text: string, name: string) => comment(page, text).getByRole("button", { name }).first();
const announced = (page: Page) =>
  page.locator("[aria-live]").evaluateAll((regions) => regions.map(({ textContent }) => textContent).join(" "));
const bodies = (page: Page) => section(page).locator("article p:not([class])").allInnerTexts();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

async function asMember(path: string, options: VisitOptions, work: (page: Page) => Promise<void>) {
  const username = await createMember();
  await visit(path, member(username, options), async ({ page }) => {
    await expectMember(page, username);
    await work(page);
  });
}

describe("comments", () => {
  it("are written, previewed, posted, answered, changed and deleted by two members, on a phone and by keyboard", async () => {
    const { path } = await promptToDiscuss();
    const other = await createMember();
    await asMember(path, { viewport: { width: 320, height: 640 } }, async (page) => {
      await begin(page).press("Enter");
      await expect.poll(() => field(page).evaluate((area) => area === document.activeElement)).toBe(true);
      await page.keyboard.type("It went **well**.");
      await section(page).getByRole("tab", { name: "Preview" }).press("Enter");
      await expect.poll(() => section(page).getByRole("tabpanel").innerHTML()).toContain("<strong>well</strong>");
      await section(page).getByRole("tab", { name: "Write" }).press("Enter");
      await field(page).press("Control+Enter");
      await comment(page, "It went well.").waitFor();
      expect(await announced(page)).toContain("Your comment is posted.");
      await expect.poll(() => focused(page)).toContain("It went well.");
      expect(await section(page).getByRole("heading", { level: 2 }).innerText()).toContain("1");
      expect(await field(page).inputValue()).toBe("");

      const parentId = (await comment(page, "It went well.").getAttribute("id"))?.replace("comment-", "c") ?? "";
      await onAnotherDevice(other, (device) =>
        queryAs(
          device,
          `mutation ($id: ID!) { createReply(parentId: $id, body: "Not for me.") { problems { code } } }`,
          { id: parentId },
        ),
      );
      await page.reload();
      await act(page, "Not for me.", `Reply to ${other}`).waitFor();
      await act(page, "It went well.", "Edit").press("Enter");
      expect(await field(page).last().inputValue()).toBe("It went **well**.");
      await field(page).last().fill("It went *badly*.");
      await section(page).getByRole("button", { name: "Save" }).press("Enter");
      await expect.poll(() => comment(page, "It went badly.").innerText()).toContain("edited");
      await act(page, "It went badly.", "Delete").press("Enter");
      await section(page).getByRole("button", { name: "Delete", exact: true }).last().press("Enter");
      await expect.poll(() => section(page).innerText()).toContain("This comment was deleted.");

      await act(page, "Not for me.", `Reply to ${other}`).press("Enter");
      expect(await comment(page, "Not for me.").getAttribute("data-level")).toBe("1");
      await field(page, `Your reply to ${other}`).waitFor();
      await page.keyboard.type("And answered");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await comment(page, "And answered").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await bodies(page)).toEqual(["Not for me.", "And answered"]);
      await page.reload();
      expect(await bodies(page)).toEqual(["Not for me.", "And answered"]);
    });
  });

  it("are formatted by a toolbar and mention members by offered names; on a narrow phone nothing is covered or cut off", async () => {
    const { id, path } = await promptToDiscuss();
    const other = await createMember();
    await insertComments(id, [{ body: "Here before" }], other);
    await asMember(path, { viewport: { width: 360, height: 640 } }, async (page) => {
      const copyBar = page.locator("article button[data-look=bench]").first();
      await copyBar.waitFor();
      await begin(page).click();
      await page.keyboard.type("well");
      expect(await copyBar.isVisible()).toBe(false);
      await field(page).press("Control+a");
      await section(page).getByRole("button", { name: "Bold" }).click();
      expect(await field(page).inputValue()).toBe("**well**");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      expect(await field(page).inputValue()).toBe("**_well_**");
      await field(page).press("End");
      await page.keyboard.type(" @");
      await section(page)
        .getByRole("option", { name: `@${other}` })
        .waitFor();
      expect(await outsideWindow(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.keyboard.type(`and @${"nobody".repeat(10)}`);
      expect(await field(page).inputValue()).toBe(`**_well_** @${other} and @${"nobody".repeat(10)}`);
      await field(page).press("Control+Enter");
      await comment(page, "well")
        .getByRole("link", { name: `@${other}` })
        .waitFor();
      await page
        .getByText(/^Not notified: @nobody/)
        .first()
        .waitFor();
      expect(await outsideWindow(page)).toEqual([]);
      await page.getByRole("button", { name: "Close" }).click();
      await act(page, "well", "Delete").click();
      await section(page).getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await comment(page, "well").waitFor();
      await page.reload();
      expect(await bodies(page)).toEqual([`well @${other} and @${"nobody".repeat(10)}`, "Here before"]);
    });
  });

  it("are read without scripts, with a link to more", async () => {
    const { id, path } = await promptToDiscuss();
    const by = await createMember();
    const texts = Array.from({ length: 12 }, (_, at) => ({ body: `Thread ${String(at)}` }));
    const ids = await insertComments(id, texts, by);
    await insertComments(id, [{ body: "An answer", parent: ids[11] ?? "" }], by);
    await visit(path, { javaScriptEnabled: false }, async ({ page }) => {
      const shown = await bodies(page);
      expect(shown).toHaveLength(11);
      expect(shown.slice(0, 3)).toEqual(["Thread 11", "An answer", "Thread 10"]);
      await section(page).getByRole("link", { name: "More comments" }).click();
      await expect.poll(() => bodies(page)).toEqual(["Thread 2", "Thread 1", "Thread 0"]);
    });
  });

  it("are loaded page by page, threads and replies, each once", async () => {
    const { id, path } = await promptToDiscuss();
    const by = await createMember();
    const [root = ""] = await insertComments(id, [{ body: "Root" }], by);
    const replies = Array.from({ length: 12 }, (_, at) => ({ body: `Reply ${String(at)}`, parent: root }));
    await insertComments(id, replies, by);
    await insertComments(
      id,
      Array.from({ length: 15 }, (_, at) => ({ body: `Thread ${String(at)}` })),
      by,
    );
    await visit(path, {}, async ({ page }) => {
      const shown = async (what: RegExp) => (await bodies(page)).filter((text) => what.test(text)).length;
      await expect.poll(() => shown(/Thread|Root/)).toBe(10);
      await section(page).getByRole("link", { name: "More comments" }).click();
      await expect.poll(() => shown(/Thread|Root/)).toBe(16);
      expect(await shown(/Reply/)).toBe(3);
      const more = section(page).getByRole("link", { name: "More replies" });
      await more.click();
      await expect.poll(() => more.count()).toBe(0);
      const all = await bodies(page);
      expect(all).toEqual([
        ...Array.from({ length: 15 }, (_, at) => `Thread ${String(14 - at)}`),
        "Root",
        ...replies.map(({ body }) => body),
      ]);
    });
  });

  it("are led to by their links, with the earlier ones one step away", async () => {
    const { id, path } = await promptToDiscuss();
    const by = await createMember();
    const [root = ""] = await insertComments(id, [{ body: "Root" }], by);
    const ids = await insertComments(
      id,
      Array.from({ length: 9 }, (_, at) => ({ body: `Reply ${String(at)}`, parent: root })),
      by,
    );
    await insertComments(id, [{ body: "Newer" }], by);
    const target = ids[5] ?? "";
    await visit(`${path}?comment=${target}#comment-${target}`, {}, async ({ page }) => {
      expect(await bodies(page)).toEqual(["Root", "Reply 5", "Reply 6", "Reply 7"]);
      await expect.poll(() => focused(page)).toContain("Reply 5");
      expect(await page.locator("link[rel=canonical]").getAttribute("href")).not.toContain("comment");
      await section(page).getByRole("button", { name: "Earlier replies" }).click();
      await expect.poll(() => bodies(page)).toContain("Reply 0");
      await section(page).getByRole("button", { name: "Newer comments" }).click();
      await expect.poll(async () => (await bodies(page)).slice(0, 4)).toEqual(["Newer", "Root", "Reply 0", "Reply 1"]);
      expect(await section(page).getByRole("button", { name: "Earlier replies" }).count()).toBe(0);
    });
  });
});

it("a form has what was typed before its code had come, which is kept like the rest", async () => {
  const { path } = await promptToDiscuss();
  await asMember(path, {}, async (page) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await begin(page).click();
    await page.keyboard.type("It works in Italian");
    expect(await section(page).getByRole("button", { name: "Post" }).count()).toBe(0);
    release();
    await section(page).getByRole("button", { name: "Post" }).waitFor();
    await page.keyboard.type(" too.");
    expect(await field(page).inputValue()).toBe("It works in Italian too.");
    await expect.poll(() => keptIn(page)).toContain("It works in Italian too.");
    await field(page).fill("");
    await expect.poll(() => keptIn(page)).not.toContain("Italian");
  });
});

const keptIn = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));
