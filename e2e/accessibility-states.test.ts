import { beforeAll, describe, expect, inject, it } from "vitest";
import { insertComment } from "../server/platform/testing/community";
import { isDeep } from "../server/platform/testing/deep";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember } from "./account";
import { BOTH_MODES, expectNoViolations, withAxe } from "./axe";
import { shareAs } from "./community";
import { member } from "./known-member";
import { cards } from "./lists";
import { visit } from "./visit";

/** A list of three, one with a text that its card shows a part of. */
const LIST = "?tag=article&tag=text&match=all&sort=release&order=asc";
const DIALOG = "[role=dialog]";
/** For menus, which all have the same colours. */
const ONE_MODE = isDeep ? BOTH_MODES : (["dark"] as const);

const yetis = shareAs("Axe-Yak", [
  {
    texts: [
      { locale: "en", title: "Axeyak", content: "Look for {{what}}." },
      { locale: "ar", title: "ياك", content: "{{what}}" },
    ],
  },
]);
const MARKDOWN =
  "# A\n\n*b* [c](https://a.example) `d`\n\n- [x] e\n\n|f|g|\n|-|-|\n|1|2|\n\n```js\nh\n```\n\n> i\n\n<details><summary>j</summary>k</details>";

/** Threads of which something is deleted, hidden, closed and deep, rendered as they are read. */
function insertConversation(promptId: number, username: string): Promise<unknown> {
  return inSiteDatabase(inject("database"), async (dataSource) => {
    const insert = async (body: string, parent: string | null = null, changes = "body = body") => {
      const rows: { id: string }[] = await dataSource.query(
        `insert into comment (prompt_id, parent_id, author_id, body, html, html_version)
         values ($1, $2, (select id from user_account where username = $3), $4, '{}', 0) returning id`,
        [promptId, parent, username, body],
      );
      await dataSource.query(`update comment set ${changes} where id = $1`, [rows[0]?.id]);
      return rows[0]?.id ?? "";
    };
    const deleted = await insert("Deleted");
    const reply = await insert("A reply", deleted);
    await insert("A deep reply", await insert("A deeper reply", reply), "edited_at = now()");
    await dataSource.query(
      "update comment set deleted_at = now(), body = '', html = '{}', author_id = null where id = $1",
      [deleted],
    );
    await insert("Below", await insert("Hidden", null, "hidden = true"));
    await insert("In Arabic: مرحبا");
    await insert(MARKDOWN, null, "closed = true");
  });
}

let username = "";
beforeAll(async () => {
  username = await createMember();
  await insertConversation(yetis[0] ?? 0, username);
});

// What a state adds is the same in every language, but for its words and its direction.
describe.each(isDeep ? ["en", "ar"] : ["en"])("in %s axe finds no violations in", (locale) => {
  it("what a visitor opens: the drawer, menus, the sign-in dialog, cards, tags, a notice and a conversation", async () => {
    const reader = locale === "en" ? "de" : "en";
    const options = withAxe({
      showLanguageHint: true,
      locale: reader,
      viewport: { width: 390, height: 844 },
      expectedComplaints: [/ERR_FAILED/],
    });
    await visit(`/${locale}/${LIST}`, options, async ({ page, open }) => {
      await page.locator(`aside[lang=${reader}]`).waitFor();
      await expectNoViolations(page, "aside[lang]");
      await page.locator("header button[aria-haspopup=dialog]").click();
      await page.locator(DIALOG).waitFor();
      await expectNoViolations(page, DIALOG);
      await page.keyboard.press("Escape");
      await page.locator(DIALOG).waitFor({ state: "detached" });
      await page.locator("aside[lang] button").last().click();
      await page.locator("aside[lang]").waitFor({ state: "detached" });
      await page.setViewportSize({ width: 1280, height: 900 });

      // An open menu covers the page, so only the header is checked.
      const menus = page.locator("header details");
      expect(await menus.count()).toBe(3);
      for (const menu of await menus.all()) {
        await menu.locator("summary").click();
        await expectNoViolations(page, "header details[open]", ONE_MODE);
      }
      await page.keyboard.press("Escape");
      await page.locator("header a[href$='/user/auth']").click();
      await page.locator(`${DIALOG} button[type=submit]`).click();
      await page.locator(`${DIALOG} [aria-invalid=true]`).first().waitFor();
      await expectNoViolations(page, DIALOG);
      await page.keyboard.press("Escape");
      await page.locator(DIALOG).waitFor({ state: "detached" });

      const card = cards(page).first();
      await card.locator("[role=button][data-state]").first().click();
      await card.locator("textarea").nth(1).fill("x");
      await cards(page).nth(1).locator("a[aria-expanded]").click();
      await cards(page).nth(1).locator("a[aria-expanded=true]").waitFor();
      await page.locator("main details").evaluate((tags) => tags.setAttribute("open", ""));
      // The click scrolls the header out of view, where axe would measure it against the tags behind it.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.locator("html:not([data-header=hidden])").waitFor();
      await expectNoViolations(page, "main");
      await card.locator("textarea").nth(1).press("Escape");
      await card.locator("[role=button][data-state=filled]").waitFor();
      await card.locator("[aria-haspopup=menu]").click();
      await page.getByRole("menu").waitFor();
      await expectNoViolations(page, "[role=menu]", ONE_MODE);
      await page.keyboard.press("Escape");
      await page.route("**/graphql", (route) => route.abort());
      await cards(page).last().locator("[aria-haspopup=menu]").click();
      const notice = "body > [class*=_notices_] > [class*=_notice_]";
      await page.locator(notice).waitFor();
      // It stays while it is pointed at.
      await page.locator(notice).hover();
      await expectNoViolations(page, notice);
      await expectNoViolations(page, "section[aria-labelledby=prompts] article:has([data-state=filled])");
      await page.unroute("**/graphql");

      await open(`/${locale}/prompt/${yetis[0] ?? 0}`);
      expect(await page.locator("#comments article").count()).toBe(8);
      await expectNoViolations(page, "#comments");
    });
  });

  it("a prompt's page as a member fills it in and comments on it, and what is new to them", async () => {
    const options = member(username);
    await visit(`/${locale}/prompt/${yetis[0] ?? 0}`, withAxe(options), async ({ page, open }) => {
      const account = page.locator("header details", { hasText: username });
      await account.waitFor();
      await page.locator("article textarea").first().fill("x");
      await expectNoViolations(page, "main > article");
      const menus = page.locator("main > article details");
      expect(await menus.count()).toBe(3);
      for (const menu of await menus.all()) {
        await menu.locator("summary").click();
        await expectNoViolations(page, "article details[open]", ONE_MODE);
        await page.keyboard.press("Escape");
      }

      const section = page.locator("#comments");
      const own = section.locator("article", { hasText: "In Arabic" });
      await own.locator("button").nth(2).click();
      await own.locator("form").waitFor();
      await section.locator(":scope > button").click();
      await section.locator(":scope > form textarea").fill(MARKDOWN);
      await section.locator(":scope > form [type=submit]").waitFor();
      await expectNoViolations(page, "#comments");
      await section.locator(":scope > form [role=tab]").last().click();
      await section.locator(":scope > form [role=tabpanel] table").waitFor();
      await expectNoViolations(page, "#comments > form");
      await section.locator(":scope > form [role=tab]").first().click();
      await section.locator(":scope > form textarea").fill("x".repeat(2001));
      await section.locator(":scope > form [type=submit]").click();
      await section.locator("[aria-invalid=true]").waitFor();
      await expectNoViolations(page, "#comments > form");
      await section.locator(":scope > form textarea").fill("");

      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoViolations(page, "main > article");
      await page.setViewportSize({ width: 1280, height: 844 });
      await account.locator("summary").click();
      await expectNoViolations(page, "header details[open]", ONE_MODE);
      await account.getByRole("button").last().click();
      await page.locator(`${DIALOG} form`).first().waitFor();
      await expectNoViolations(page, DIALOG);

      const other = await createMember();
      const write = (author: string, parent: string | null) =>
        inSiteDatabase(inject("database"), (dataSource) =>
          insertComment(dataSource, { parentId: parent, author, body: "Text" }),
        );
      const thread = await write(username, null);
      await write(other, thread);
      await open(`/${locale}/user/notifications`);
      await page.locator("main article").first().waitFor();
      await expectNoViolations(page, "main");
      await open(`/${locale}/feedback`);
      // A member gets the code of the comments at once; what came before it is asked for.
      await page.waitForFunction(() => document.querySelector("#comments button") !== null);
      const late = await write(other, null);
      await page.locator("#comments > div > button").first().waitFor();
      await expectNoViolations(page, "#comments > h2 + div");
      await inSiteDatabase(inject("database"), (dataSource) =>
        dataSource.query("delete from comment where id = any($1::bigint[])", [[thread, late]]),
      );
    });
  });
});
