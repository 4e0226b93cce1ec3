import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { LOCALE_CODES, localePath } from "../contract/locales";
import { SETTINGS_PATH } from "../contract/pages";
import { isDeep } from "../server/platform/testing/deep";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, PASSWORD, signedInAs } from "./account";
import { shareAs } from "./community";
import { asNewMember, member } from "./known-member";
import { CATALOGUE } from "./library";
import { cards } from "./lists";
import { reportedPrompts } from "./moderation";
import { createPromptByApi, queryAs, updatePromptByApi } from "./own-prompts";
import { visit, waitForPrefetching } from "./visit";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PAGES = {
  "the home page": "/",
  "a filtered list": "/?tag=write&tag=text&order=asc",
  "an empty result": "/?q=zzqxjw",
  "a search whose words no prompt has all": "/?q=resignatoin%20quatrain",
  "an empty result with prompts of members": "/?q=axeyeti",
  "the community": "/community-prompts",
  "an author's prompts": "/community-prompts?author=Axe-Yeti",
  "a prompt's page": `/prompt/${CATALOGUE[0]?.id ?? 0}`,
  "a page of the docs": "/docs/privacy-policy",
  "the feedback page": "/feedback",
  "the not-found page": "/nowhere",
  "logging in": "/user/auth",
  registering: "/user/auth?view=register",
  "a new password": "/reset-password",
  "the prompts of a visitor": "/user/",
  "the favourites of a visitor": "/user/favorite",
  "the notifications of a visitor": "/user/notifications",
  "the link that stops the daily mail": "/user/stop-digest#code",
  "the account of a visitor": SETTINGS_PATH,
  "the link that confirms an address": "/user/confirm#code",
  "the link that changes an address": "/user/change-email#code",
  "the link that stops a change": "/user/stop-email-change#code",
};
const yetis = shareAs("Axe-Yeti", [{ texts: [{ locale: "en", title: "Axeyeti", content: "Look for {{what}}." }] }]);

// Copied by others, as the library of a new site is not: the buttons show how often.
beforeAll(() =>
  inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query("update prompt set copy_count = 12 where id = any($1::int[])", [yetis]),
  ),
);

/** Threads of which something is deleted, hidden, closed and deep, rendered as they are read. */
function insertConversation(promptId: number, username: string, markdown: string): Promise<unknown> {
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
    await dataSource.query("delete from comment where prompt_id = $1", [promptId]);
    const deleted = await insert("Deleted");
    const reply = await insert("A reply", deleted);
    await insert("A deep reply", await insert("A deeper reply", reply), "edited_at = now()");
    await dataSource.query(
      "update comment set deleted_at = now(), body = '', html = '{}', author_id = null where id = $1",
      [deleted],
    );
    await insert("Below", await insert("Hidden", null, "hidden = true"));
    await insert("In Arabic: مرحبا");
    await insert(markdown, null, "closed = true");
  });
}

/** Otherwise, axe would measure colours halfway through a transition. */
const REDUCED_MOTION = { reducedMotion: "reduce", expectedComplaints: [/status of 404/] } as const;

/** Cards, and the pick of the day. */
const LIST_PARTS = "main article";

/** The only rules whose result depends on the colour mode. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type AxeWindow = Window & { axe?: typeof axe };

const BOTH_MODES = ["dark", "light"] as const;

/** The violations that axe finds in a part of the current page, in words: all in the first colour mode, those of colours in the others. */
async function findViolations(page: Page, part = "html", modes: readonly ("dark" | "light")[] = BOTH_MODES) {
  const isLoaded = await page.evaluate(() => (window as AxeWindow).axe !== undefined);
  if (!isLoaded) await page.evaluate(AXE_SOURCE); // Not as a script tag: the page's policy would block it.
  const find = (mode: "light" | "dark", runOnly: axe.RunOnly) =>
    page.evaluate(
      async ([scheme, rules, selector]) => {
        document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
        const results = await (window as AxeWindow).axe?.run(selector, { runOnly: rules, resultTypes: ["violations"] });
        if (!results) throw new Error("axe is not loaded");
        const { violations } = results;
        const first = (nodes: axe.NodeResult[]) => nodes.slice(0, 3).map(({ html }) => html);
        return violations.map(({ id, help, nodes }) => [scheme, id, help, ...first(nodes)].join("\n"));
      },
      [mode, runOnly, part] as const,
    );
  const found = [];
  for (const [at, mode] of modes.entries())
    found.push(
      ...(await find(mode, at === 0 ? { type: "tag", values: RULES } : { type: "rule", values: COLOUR_RULES })),
    );
  return found;
}

/** In every run the second one, for its direction, in one colour mode: what colours depend on, the first one shows in both. */
it.each(isDeep ? LOCALE_CODES : (["en", "ar"] as const))("in %s no page has axe violations", async (locale) => {
  await visit(localePath(locale, "/"), REDUCED_MOTION, async ({ page, open }) => {
    for (const [name, path] of Object.entries(PAGES)) {
      await open(localePath(locale, path));
      // Then the browser is idle: what is loaded late has taken its place.
      await waitForPrefetching(page);
      const modes = isDeep || locale === "en" ? BOTH_MODES : (["light"] as const);
      const found = await findViolations(page, "html", modes);
      expect(found, `${name}: ${found.join("\n")}`).toEqual([]);
      const ids = await page.locator("[id]:not(svg *)").evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(0);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        `duplicate ids of ${name}`,
      ).toEqual([]);
    }
  });
});

// What a state adds is the same in every language, but for its words and its direction.
describe.each(isDeep ? ["en", "ar"] : ["en"])("in %s axe finds no violations in", (locale) => {
  it("the page of one's own prompt, with a difference and the dialog that deletes it", async () => {
    const { options } = await asNewMember(REDUCED_MOTION);
    await visit(`/${locale}/`, options, async ({ page, open }) => {
      const id = await createPromptByApi(page, {
        title: "Mine",
        content: "Say {{word}}.",
        notes: "Some.",
        tags: ["write"],
      });
      await updatePromptByApi(page, id, { title: "Mine again", content: "Say {{words}} at once." });
      await open(`/${locale}/prompt/${id}`);
      await page.locator("main ol [aria-expanded]").click();
      await page.locator("main ins").first().waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.locator("main [aria-haspopup=dialog]").last().click();
      await page.locator("[role=dialog] form").waitFor();
      expect(await findViolations(page, "[role=dialog]")).toEqual([]);
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[data-action]").waitFor();
      expect(await findViolations(page, "[data-action]")).toEqual([]);
    });
  });

  it("the sign-in dialog, form errors, the account settings and the account menu", async () => {
    const username = await createMember();
    const path = `/${locale}`;
    await visit(`${path}/?sort=release`, REDUCED_MOTION, async ({ page, open }) => {
      await page.locator("header a[href$='/user/auth']").click();
      const dialog = "[role=dialog]";
      await page.locator(`${dialog} button[type=submit]`).click();
      await page.locator(`${dialog} [aria-invalid=true]`).first().waitFor();
      expect(await findViolations(page, dialog)).toEqual([]);
      await page.locator(`${dialog} [name=username]`).fill(username);
      await page.locator(`${dialog} [name=password]`).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.locator("header details", { hasText: username }).waitFor();
      await open(path + SETTINGS_PATH);
      await page.locator("main section").nth(3).waitFor();
      await page.locator("header details", { hasText: username }).locator("summary").click();
      expect(await findViolations(page, "header")).toEqual([]);
      await page.keyboard.press("Escape");
      // With a report that refuses something.
      const buffer = Buffer.from("act,prompt\nA,B\n,C\n");
      await page.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
      await page.locator("#data table").waitFor();
      expect(await findViolations(page)).toEqual([]);
    });
  });

  it("one's own prompts, those to come, and their editor in each of its states", async () => {
    const { prepare } = signedInAs(await createMember());
    await visit(`/${locale}/user/`, { ...REDUCED_MOTION, ...(prepare && { prepare }) }, async ({ page, open }) => {
      await page.locator("main section h2").waitFor();
      expect(await findViolations(page)).toEqual([]);
      const content = `Write to {{whom}} in ${locale}. {{`;
      const id = await createPromptByApi(page, { title: "Mine", content, tags: ["write"], shared: true });
      await updatePromptByApi(page, id, { locale: "DE", title: "Meins", content });

      await open(`/${locale}/user/?q=zzqxjw`);
      await page.locator("main h3, main h2").first().waitFor();
      await page.locator("main [type=button][aria-haspopup=dialog]").last().click();
      const editor = "[role=dialog]";
      await page.locator(`${editor} form`).waitFor();
      await page.locator(`${editor} form textarea`).first().fill(content);
      await page.locator(`${editor} button[type=submit]`).click();
      await page.locator(`${editor} [aria-invalid=true]`).first().waitFor();
      expect(await findViolations(page, editor)).toEqual([]);
      await page.locator(`${editor} [role=combobox]`).press("ArrowDown");
      await page.locator(`${editor} [role=option]`).first().waitFor();
      expect(await findViolations(page, `${editor} [role=listbox]`)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.locator(`${editor} button`).first().click();
      await page.locator(editor).waitFor({ state: "detached" });
      expect(await findViolations(page)).toEqual([]);

      await open(`/${locale}/user/`);
      await page.locator("main article").waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.locator("main article summary").click();
      expect(await findViolations(page, "main article")).toEqual([]);
      await page.keyboard.press("Escape");
      await page.locator("main article [aria-haspopup=dialog]").first().click();
      await page.locator(`${editor} form input`).first().fill("Mine again");
      await updatePromptByApi(page, id, { locale: "EN", title: "Theirs", content });
      await page.locator(`${editor} button[type=submit]`).click();
      await page.locator(`${editor} fieldset`).first().waitFor();
      expect(await findViolations(page, editor)).toEqual([]);
    });
  });

  it("no favourites, and some with the menu of a row", async () => {
    const { options } = await asNewMember(REDUCED_MOTION);
    await visit(`/${locale}/user/favorite`, options, async ({ page, open }) => {
      await page.locator("main section h2").waitFor();
      expect(await findViolations(page)).toEqual([]);
      for (const id of ["1", "2"])
        await queryAs(page, "mutation ($id: ID!) { addFavorite(promptId: $id) { problems { code } } }", { id });
      await open(`/${locale}/user/favorite`);
      await page.locator("main article").nth(1).waitFor();
      expect(await findViolations(page)).toEqual([]);
      // The open menu covers the page.
      await page.locator("main article summary").first().click();
      expect(await findViolations(page, "details[open]")).toEqual([]);
    });
  });

  it("the moderators' queue and log, and what its author is told", async () => {
    const { ids, author, moderator } = await reportedPrompts([`Axe ${locale}`, `Axe again ${locale}`]);
    await visit(`/${locale}/user/moderation`, member(moderator, REDUCED_MOTION), async ({ page }) => {
      await page.locator(`main article[aria-labelledby] a[href$="/${String(ids[0])}"]`).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page
        .locator("main article[aria-labelledby]")
        .filter({ hasText: `Axe ${locale}` })
        .press("1");
      await page.locator("#log article").first().waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page
        .locator("main article[aria-labelledby]")
        .filter({ hasText: `Axe again ${locale}` })
        .press("o");
      await page.locator("[role=dialog] form").waitFor();
      expect(await findViolations(page, "[role=dialog]")).toEqual([]);
    });
    await visit(`/${locale}${SETTINGS_PATH}`, member(author, REDUCED_MOTION), async ({ page }) => {
      await page.locator("#decisions li").waitFor();
      expect(await findViolations(page)).toEqual([]);
    });
  });

  it("comments of every kind, their forms and questions", async () => {
    const username = await createMember();
    const markdown =
      "# A\n\n*b* [c](https://a.example) `d`\n\n- [x] e\n\n|f|g|\n|-|-|\n|1|2|\n\n```js\nh\n```\n\n> i\n\n<details><summary>j</summary>k</details>";
    await insertConversation(yetis[0] ?? 0, username, markdown);
    await visit(`/${locale}/prompt/${yetis[0] ?? 0}`, REDUCED_MOTION, async ({ page }) => {
      expect(await page.locator("#comments article").count()).toBe(8);
      expect(await findViolations(page)).toEqual([]);
    });
    await visit(`/${locale}/prompt/${yetis[0] ?? 0}`, member(username, REDUCED_MOTION), async ({ page }) => {
      const section = page.locator("#comments");
      const own = section.locator("article", { hasText: "In Arabic" });
      await own.locator("button").nth(2).click();
      await own.locator("form").waitFor();
      await section.locator(":scope > button").click();
      await section.locator(":scope > form textarea").fill(markdown);
      await section.locator(":scope > form [type=submit]").waitFor();
      expect(await findViolations(page, "#comments")).toEqual([]);
      await section.locator(":scope > form [role=tab]").last().click();
      await section.locator(":scope > form [role=tabpanel] table").waitFor();
      expect(await findViolations(page, "#comments")).toEqual([]);
      await section.locator(":scope > form [role=tab]").first().click();
      await section.locator(":scope > form textarea").fill("x".repeat(2001));
      await section.locator(":scope > form [type=submit]").click();
      await section.locator("[aria-invalid=true]").waitFor();
      expect(await findViolations(page, "#comments")).toEqual([]);
    });
  });

  it("the drawer and the language hint", async () => {
    const reader = locale === "en" ? "de" : "en";
    const options = {
      ...REDUCED_MOTION,
      showLanguageHint: true,
      locale: reader,
      viewport: { width: 390, height: 844 },
    };
    await visit(`/${locale}/`, options, async ({ page }) => {
      await page.locator(`aside[lang=${reader}]`).waitFor();
      expect(await findViolations(page, "aside[lang]")).toEqual([]);
      await page.locator("header button[aria-haspopup=dialog]").click();
      await page.getByRole("dialog").waitFor();
      expect(await findViolations(page, "[role=dialog]")).toEqual([]);
    });
  });

  it("menus, expanded tags and texts, active cards, filled blanks, the menu of chats and a notice", async () => {
    const options = { ...REDUCED_MOTION, expectedComplaints: [/ERR_FAILED/] };
    await visit(`/${locale}/?sort=release&order=asc`, options, async ({ page }) => {
      const card = cards(page).first();
      // The pick of the day is active independently.
      await page.locator("article[aria-labelledby=pick] textarea").first().fill("x");
      await card.locator("[role=button][data-state]").first().click();
      await card.locator("textarea").nth(1).fill("x");
      expect(await findViolations(page, LIST_PARTS)).toEqual([]);
      await page.keyboard.press("Escape");
      await card.locator("[role=button][data-state=filled]").waitFor();
      await page.locator("article a[aria-expanded]").first().click();
      await page.locator("article a[aria-expanded=true]").waitFor();
      await page.locator("main details").evaluate((tags) => tags.setAttribute("open", ""));
      // The click scrolls the header out of view, where axe would measure it against the tags behind it.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.locator("html:not([data-header=hidden])").waitFor();
      expect(await findViolations(page)).toEqual([]);
      await card.locator("[aria-haspopup=menu]").click();
      await page.getByRole("menu").waitFor();
      expect(await findViolations(page, "[role=menu]")).toEqual([]);
      await page.keyboard.press("Escape");
      // The open menu covers the page, so only the header is checked.
      const menus = page.locator("header details");
      expect(await menus.count()).toBe(3);
      for (const menu of await menus.all()) {
        await menu.locator("summary").click();
        expect(await findViolations(page, "header")).toEqual([]);
      }
      await page.keyboard.press("Escape");
      await page.route("**/graphql", (route) => route.abort());
      await cards(page).last().locator("[aria-haspopup=menu]").click();
      const notice = "body > [class*=_notices_] > [class*=_notice_]";
      await page.locator(notice).waitFor();
      // It stays while it is pointed at.
      await page.locator(notice).hover();
      expect(await findViolations(page, notice)).toEqual([]);
    });
  });

  it("filled blanks of a prompt's page, its menus, its bar on a phone and the confirmation before logging out", async () => {
    const { username, options } = await asNewMember(REDUCED_MOTION);
    await visit(`/${locale}${PAGES["a prompt's page"]}`, options, async ({ page }) => {
      const account = page.locator("header details", { hasText: username });
      await account.waitFor();
      await page.locator("article textarea").last().fill("x");
      expect(await findViolations(page, "article")).toEqual([]);
      const menus = page.locator("article details");
      expect(await menus.count()).toBe(3);
      for (const menu of await menus.all()) {
        await menu.locator("summary").click();
        expect(await findViolations(page, "article details[open]")).toEqual([]);
        await page.keyboard.press("Escape");
      }
      await account.locator("summary").click();
      await account.getByRole("button").last().click();
      await page.locator("[role=dialog] form").waitFor();
      expect(await findViolations(page, "[role=dialog]")).toEqual([]);
      await page.keyboard.press("Escape");
      await page.locator("[role=dialog]").waitFor({ state: "detached" });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await findViolations(page, "article")).toEqual([]);
    });
  });

  it("a member's notifications, the bell and the bar of new comments", async () => {
    const [username, other] = [await createMember(), await createMember()];
    const write = (author: string, parent: string | null) =>
      inSiteDatabase(inject("database"), async (dataSource) => {
        const [row] = await dataSource.query<{ id: string }[]>(
          `insert into comment (parent_id, author_id, body, html, html_version)
         values ($2, (select id from user_account where username = $1), 'Text', '{<p>Text</p>}', 1) returning id`,
          [author, parent],
        );
        return row?.id ?? "";
      });
    const thread = await write(username, null);
    await write(other, thread);
    await visit(`/${locale}/user/notifications`, member(username, REDUCED_MOTION), async ({ page, open }) => {
      await page.locator("main article").first().waitFor();
      expect(await findViolations(page)).toEqual([]);
      await open(`/${locale}/feedback`);
      // A member gets the code of the comments at once; what came before it is asked for.
      await page.waitForFunction(() => document.querySelector("#comments button") !== null);
      const late = await write(other, null);
      await page.locator("#comments > div > button").first().waitFor();
      expect(await findViolations(page, "#comments > h2 + div")).toEqual([]);
      await inSiteDatabase(inject("database"), (dataSource) =>
        dataSource.query("delete from comment where id = any($1::bigint[])", [[thread, late]]),
      );
    });
  });
});

it("a violation is detected", async () => {
  await visit("/en/nowhere", REDUCED_MOTION, async ({ page }) => {
    await page.evaluate(() => {
      document.querySelector("footer p")?.setAttribute("style", "color: #777; background: #888");
    });
    const found = (await findViolations(page)).map((violation) => violation.split("\n").slice(0, 2));
    expect(found).toEqual([
      ["dark", "color-contrast"],
      ["light", "color-contrast"],
    ]);
  });
});
