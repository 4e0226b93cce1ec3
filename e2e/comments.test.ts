import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, it } from "vitest";
import { insertPrompts } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import {
  createMember,
  endSessionsOf,
  expectMember,
  hasFocus,
  IGNORE_TOKEN_REFRESH,
  logIn,
  logOut,
  PASSWORD,
} from "./account";
import { elsewhere, endElsewhere, goWithin, logOutElsewhere } from "./elsewhere";
import { member } from "./known-member";
import { queryAs } from "./own-prompts";
import {
  holdRequests,
  scrollTo,
  visit,
  type VisitOptions,
  waitForFocusIn,
  waitUntilAnswered,
  waitUntilUsable,
} from "./visit";

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

/** Loads the page anew once it has a comment: who writes into the database does not wait until kept pages are dropped. */
async function reloadWith(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(page.url())).text()).toContain(`<p>${text}</p>`);
  await page.reload();
  await waitUntilUsable(page);
}

const section = (page: Page) => page.locator("#comments");
const begin = (page: Page) => section(page).getByRole("button", { name: "How did it go, and what would you change?" });
const field = (page: Page, name = "Your comment") => section(page).getByRole("textbox", { name });
/** Of the form in which a comment is changed. */
const editField = (page: Page) => section(page).locator("article").getByRole("textbox", { name: "Your comment" });
const comment = (page: Page, text: string) =>
  section(page)
    .locator("article", { has: page.locator("p:not([class])", { hasText: text }) })
    .last();
const act = (page: Page, text: string, name: string) => comment(page, text).getByRole("button", { name }).first();
const announced = (page: Page) =>
  page.locator("[aria-live]").evaluateAll((regions) => regions.map(({ textContent }) => textContent).join(" "));
const bodies = (page: Page) => section(page).locator("article p:not([class])").allInnerTexts();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

async function asMember(path: string, options: VisitOptions, work: (page: Page, username: string) => Promise<void>) {
  const username = await createMember();
  await visit(path, member(username, options), async ({ page }) => {
    await expectMember(page, username);
    await work(page, username);
  });
}

async function postAs(page: Page, text: string): Promise<void> {
  await begin(page).click();
  await field(page).fill(text);
  await section(page).getByRole("button", { name: "Post" }).click();
  await comment(page, text).waitFor();
}

describe("comments", () => {
  it("are written, previewed, posted, answered, changed and deleted by two members", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page, username) => {
      await begin(page).click();
      expect(await field(page).evaluate((area) => area === document.activeElement)).toBe(true);
      await field(page).fill("It went **well**.");
      await section(page).getByRole("tab", { name: "Preview" }).click();
      await expect.poll(() => section(page).getByRole("tabpanel").innerHTML()).toContain("<strong>well</strong>");
      await section(page).getByRole("tab", { name: "Write" }).click();
      await section(page).getByRole("button", { name: "Post" }).click();
      await comment(page, "It went well.").waitFor();
      expect(await announced(page)).toContain("Your comment is posted.");
      await expect.poll(() => focused(page)).toContain("It went well.");
      expect(await section(page).getByRole("heading", { level: 2 }).innerText()).toContain("1");
      expect(await field(page).inputValue()).toBe("");

      await asMember(path, {}, async (other, name) => {
        await act(other, "It went well.", `Reply to ${username}`).click();
        await field(other, `Your reply to ${username}`).fill("Not for me.");
        await other.keyboard.press("Control+Enter");
        await comment(other, "Not for me.").waitFor();
        expect(await comment(other, "Not for me.").getAttribute("data-level")).toBe("1");
        expect(await act(other, "It went well.", "Edit").count()).toBe(0);
        await page.reload();
        await act(page, "Not for me.", `Reply to ${name}`).waitFor();
      });

      await act(page, "It went well.", "Edit").click();
      expect(await field(page).last().inputValue()).toBe("It went **well**.");
      await field(page).last().fill("It went *badly*.");
      await section(page).getByRole("button", { name: "Save" }).click();
      await expect.poll(() => comment(page, "It went badly.").innerText()).toContain("edited");
      await act(page, "It went badly.", "Delete").click();
      await section(page).getByRole("button", { name: "Delete", exact: true }).last().click();
      await expect.poll(() => section(page).innerText()).toContain("This comment was deleted.");
      expect(await bodies(page)).toEqual(["Not for me."]);
      await page.reload();
      expect(await bodies(page)).toEqual(["Not for me."]);
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
    const replies = Array.from({ length: 30 }, (_, at) => ({ body: `Reply ${String(at)}`, parent: root }));
    await insertComments(id, replies, by);
    await insertComments(
      id,
      Array.from({ length: 25 }, (_, at) => ({ body: `Thread ${String(at)}` })),
      by,
    );
    await visit(path, {}, async ({ page }) => {
      for (let count = 10; count < 26; count = Math.min(26, count + 10)) {
        await expect
          .poll(async () => (await bodies(page)).filter((text) => /Thread|Root/.test(text)).length)
          .toBe(count);
        await section(page).getByRole("link", { name: "More comments" }).click();
      }
      const more = section(page).getByRole("link", { name: "More replies" });
      for (const count of [3, 23]) {
        await expect
          .poll(async () => (await bodies(page)).filter((text) => text.startsWith("Reply")).length)
          .toBe(count);
        await more.click();
      }
      await expect.poll(() => more.count()).toBe(0);
      const all = await bodies(page);
      expect(all).toEqual([
        ...Array.from({ length: 25 }, (_, at) => `Thread ${String(24 - at)}`),
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

describe("what is typed", () => {
  it("survives a reload, and a session that ended elsewhere: it is posted after logging in again", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, { ...IGNORE_TOKEN_REFRESH }, async (page, username) => {
      await begin(page).click();
      await field(page).fill("Kept");
      await expect.poll(() => keptIn(page)).toContain("Kept");
      await page.reload();
      await expect.poll(() => field(page).inputValue()).toBe("Kept");
      await endSessionsOf(username, page);
      await section(page).getByRole("button", { name: "Post" }).click();
      await page.getByText(`Log in as ${username} to go on: nothing that you typed is lost.`).waitFor();
      await page.getByRole("dialog").locator("[name=password]").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await comment(page, "Kept").waitFor();
    });
  });

  it("has what was typed before the code of its form had come, which is kept like the rest", async () => {
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

  it("is not touched by a live stream that ends with the session: one goes on, and posts it after logging in again", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, { ...IGNORE_TOKEN_REFRESH }, async (page, username) => {
      const isOpen = page.waitForResponse(
        (response) => response.url().endsWith("/graphql/stream") && response.status() === 200,
      );
      await page.reload();
      await isOpen;
      await begin(page).click();
      await field(page).fill("Kept");
      // What the page asks for once the stream is open would meet the end of the session first.
      await waitUntilAnswered(page);
      const isRefused = page.waitForResponse(
        (response) => response.url().endsWith("/graphql/stream") && response.status() === 401,
      );
      const hasTriedAgain = page.waitForResponse((response) => response.url().endsWith("/auth/refresh"));
      await endSessionsOf(username);
      await isRefused;
      await hasTriedAgain;
      await field(page).press("End");
      await page.keyboard.type(" and more");
      await expectMember(page, username);
      await section(page).getByRole("button", { name: "Post" }).click();
      await page.getByText(`Log in as ${username} to go on: nothing that you typed is lost.`).waitFor();
      await page.getByRole("dialog").locator("[name=password]").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await comment(page, "Kept and more").waitFor();
    });
  });

  it("by a visitor is posted once they are logged in", async () => {
    const { path } = await promptToDiscuss();
    const username = await createMember();
    await visit(path, {}, async ({ page }) => {
      await begin(page).click();
      await field(page).fill("First words");
      await section(page).getByRole("button", { name: "Post" }).click();
      await logIn(page, username);
      await comment(page, "First words").waitFor();
      const { viewer } = await queryAs<{ viewer: { user: { username: string } } }>(
        page,
        "{ viewer { user { username } } }",
        {},
      );
      expect(viewer.user.username).toBe(username);
    });
  });

  it("stays when it is refused, with the reason, and when the connection is gone", async () => {
    const { path } = await promptToDiscuss();
    const expectedComplaints = [/ERR_INTERNET_DISCONNECTED/];
    await asMember(path, { expectedComplaints }, async (page) => {
      await postAs(page, "Once");
      await field(page).fill("Once");
      await section(page).getByRole("button", { name: "Post" }).click();
      await expect.poll(() => section(page).innerText()).toContain("You have posted this text already");
      await field(page).fill("x".repeat(2001));
      await section(page).getByRole("button", { name: "Post" }).click();
      await expect.poll(() => section(page).innerText()).toContain("At most 2,000 characters");
      expect(await field(page).getAttribute("aria-invalid")).toBe("true");
      await page.context().setOffline(true);
      await field(page).fill("Twice");
      await section(page).getByRole("button", { name: "Post" }).click();
      await expect.poll(() => section(page).innerText()).toContain("Check your connection and try again.");
      await page.context().setOffline(false);
      expect(await field(page).inputValue()).toBe("Twice");
      await section(page).getByRole("button", { name: "Post" }).click();
      await comment(page, "Twice").waitFor();
    });
  });

  it("is posted once, however often the button is pressed while the answer is late", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page) => {
      const { asked, release } = await holdRequests(page, "AddComment");
      await begin(page).click();
      await field(page).fill("Hasty");
      const post = section(page).getByRole("button", { name: "Post" });
      await post.click();
      await post.click();
      await page.keyboard.press("Control+Enter");
      release();
      await comment(page, "Hasty").waitFor();
      await waitUntilAnswered(page);
      expect(asked).toHaveLength(1);
      expect(await bodies(page)).toEqual(["Hasty"]);
    });
  });
});

describe("what is typed while the text before it is on its way", () => {
  /** Presses the button, and types on before the answer comes. */
  const typeOnWhileSending = async (page: Page, operation: string, button: string, more: string) => {
    const { asked, release } = await holdRequests(page, operation);
    const sent = section(page).locator("form", { has: page.getByRole("button", { name: button, exact: true }) });
    await sent.getByRole("button", { name: button, exact: true }).click();
    await expect.poll(() => asked.length).toBe(1);
    await sent.getByRole("textbox").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(more);
    release();
  };

  it("is the next comment", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page) => {
      await begin(page).click();
      await field(page).fill("It went well.");
      await typeOnWhileSending(page, "AddComment", "Post", " PS: not quite");
      await comment(page, "It went well.").waitFor();
      await expect.poll(() => field(page).inputValue()).toBe("PS: not quite");
      expect(await hasFocus(field(page))).toBe(true);
      expect(await announced(page)).toContain("Your comment is posted.");
      await page.reload();
      await expect.poll(() => field(page).inputValue()).toBe("PS: not quite");
      await section(page).getByRole("button", { name: "Post" }).click();
      await comment(page, "PS: not quite").waitFor();
      await expect.poll(() => field(page).inputValue()).toBe("");
      expect(await bodies(page)).toEqual(["PS: not quite", "It went well."]);
    });
  });

  it("is the next reply, whose form stays open", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page, username) => {
      const reply = () => field(page, `Your reply to ${username}`);
      await postAs(page, "Who has tried it?");
      await act(page, "Who has tried it?", `Reply to ${username}`).click();
      await reply().fill("Everybody.");
      await typeOnWhileSending(page, "AddComment", "Reply", " Nobody");
      await comment(page, "Everybody.").waitFor();
      await expect.poll(() => reply().inputValue()).toBe("Nobody");
      expect(await hasFocus(reply())).toBe(true);
      await page.reload();
      await waitUntilUsable(page);
      await act(page, "Who has tried it?", `Reply to ${username}`).click();
      await expect.poll(() => reply().inputValue()).toBe("Nobody");
    });
  });

  it("belongs to the change, whose form stays open", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page) => {
      await postAs(page, "It went well.");
      await act(page, "It went well.", "Edit").click();
      // It is stored without the space at its end, which is no change that was made elsewhere.
      await editField(page).fill("It went badly. ");
      await typeOnWhileSending(page, "UpdateComment", "Save", "And worse later.");
      await expect.poll(() => announced(page)).toContain("Your comment is changed.");
      expect(await editField(page).inputValue()).toBe("It went badly. And worse later.");
      await page.reload();
      await act(page, "It went badly.", "Edit").click();
      await expect.poll(() => editField(page).inputValue()).toBe("It went badly. And worse later.");
      expect(await field(page, "The newer version").count()).toBe(0);
      await section(page).getByRole("button", { name: "Save" }).click();
      await comment(page, "It went badly. And worse later.").waitFor();
    });
  });
});

describe("a change of what its author has changed elsewhere", () => {
  const changed = (page: Page) => section(page).getByText("You have changed this comment on another device");

  it("is refused, and both texts are shown until one is chosen", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page) => {
      await postAs(page, "Original words.");
      await act(page, "Original words.", "Edit").click();
      await editField(page).waitFor();
      await elsewhere(page, async (tab) => {
        await tab.goto(`${inject("site")}${path}`);
        await act(tab, "Original words.", "Edit").click();
        await editField(tab).fill("Original words, and three paragraphs.");
        await section(tab).getByRole("button", { name: "Save" }).click();
        await comment(tab, "Original words, and three paragraphs.").waitFor();
      });
      await editField(page).fill("Original word.");
      const save = section(page).getByRole("button", { name: "Save", exact: true });
      for (let time = 0; time < 2; time += 1) {
        await save.click();
        await expect.poll(() => hasFocus(field(page, "The newer version"))).toBe(true);
      }
      await section(page).getByText("There is a newer version, so nothing was saved").waitFor();
      await changed(page).waitFor();
      expect(await field(page, "The newer version").inputValue()).toBe("Original words, and three paragraphs.");
      expect(await editField(page).inputValue()).toBe("Original word.");
      await section(page).getByRole("button", { name: "Save your version anyway" }).click();
      await comment(page, "Original word.").waitFor();
      await page.reload();
      await comment(page, "Original word.").waitFor();
    });
  });

  it("that was begun earlier on this device says so, before anything is saved", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page) => {
      await postAs(page, "Original words.");
      await act(page, "Original words.", "Edit").click();
      await editField(page).fill("Begun on Monday");
      await expect.poll(() => everything(page)).toMatch(/base.*Original words/);
      const id = (await section(page).locator("article").first().getAttribute("id"))?.replace("comment-", "");
      await queryAs(
        page,
        `mutation ($id: ID!) { updateComment(id: $id, body: "Newer words, from a phone") { problems { code } } }`,
        { id },
      );
      await page.reload();
      await act(page, "Newer words, from a phone", "Edit").click();
      await changed(page).waitFor();
      expect(await editField(page).inputValue()).toBe("Begun on Monday");
      expect(await field(page, "The newer version").inputValue()).toBe("Newer words, from a phone");
      const discard = section(page).getByRole("button", { name: "Discard your version" });
      await discard.click();
      await section(page).getByText("Discard what you have written? It cannot be brought back.").waitFor();
      await expect.poll(() => focused(page)).toBe("Go on writing");
      await page.keyboard.press("Enter");
      await expect.poll(() => hasFocus(discard)).toBe(true);
      expect(await editField(page).inputValue()).toBe("Begun on Monday");
      expect(await everything(page)).toContain("Begun on Monday");
      await discard.click();
      await section(page).getByRole("button", { name: "Discard", exact: true }).click();
      await expect.poll(() => editField(page).inputValue()).toBe("Newer words, from a phone");
      expect(await changed(page).count()).toBe(0);
      await section(page).getByRole("button", { name: "Cancel" }).click();
      await comment(page, "Newer words, from a phone").waitFor();
      expect(await everything(page)).not.toContain("Begun on Monday");
    });
  });
});

describe("a reply, or a change, whose comment is gone when the page is opened again", () => {
  it("is shown, copied and discarded; one whose comment is there waits for its form", async () => {
    const { id, path } = await promptToDiscuss();
    const other = await createMember();
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    await asMember(path, options, async (page, username) => {
      const [gone = "", , own = ""] = [
        ...(await insertComments(id, [{ body: "Soon gone" }, { body: "Stays" }], other)),
        ...(await insertComments(id, [{ body: "Mine" }], username)),
      ];
      await reloadWith(page, "Mine");
      for (const [text, control, label, words] of [
        ["Soon gone", `Reply to ${other}`, `Your reply to ${other}`, "A considered reply"],
        ["Stays", `Reply to ${other}`, `Your reply to ${other}`, "Another reply"],
        ["Mine", "Edit", "Your comment", "Mine, and much more"],
      ] as const) {
        await act(page, text, control).click();
        await field(page, label).last().fill(words);
        await expect.poll(() => everything(page)).toContain(words);
        await page.reload();
        await waitUntilUsable(page);
        await comment(page, text).waitFor();
      }
      for (const [by, commentId] of [
        [other, gone],
        [username, own],
      ] as const)
        await inSiteDatabase(database, (dataSource) =>
          dataSource.query(
            "delete from comment where id = $1 and author_id = (select id from user_account where username = $2)",
            [commentId, by],
          ),
        );
      await page.reload();
      const reply = field(page, "Your reply was not posted: nobody can reply to its comment any more.");
      const change = field(page, "Your change was not saved: the comment is not there any more.");
      await expect.poll(() => reply.inputValue()).toBe("A considered reply");
      expect([await reply.count(), await change.inputValue()]).toEqual([1, "Mine, and much more"]);
      const control = (name: string) => section(page).getByRole("button", { name, exact: true });
      await control("Copy").first().click();
      await control("Copied").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^(A considered reply|Mine, and much more)$/,
      );
      for (let left = 2; left > 0; left -= 1) {
        await control("Discard").first().click();
        await expect.poll(() => focused(page)).toBe("Go on writing");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await expect.poll(() => control("Discard").count()).toBe(left - 1);
      }
      expect(await everything(page)).not.toMatch(/considered|much more/);
      expect(await everything(page)).toContain("Another reply");
      await act(page, "Stays", `Reply to ${other}`).click();
      await expect.poll(() => field(page, `Your reply to ${other}`).inputValue()).toBe("Another reply");
    });
  });
});

it("the feedback page says how to contribute, and has a thread in every language", async () => {
  const text = `From ${await createMember()}`;
  await asMember("/en/feedback", {}, async (page) => {
    expect(await page.getByRole("heading", { name: "Report a bug" }).count()).toBe(1);
    await section(page).getByRole("button", { name: "What is missing, and what does not work?" }).click();
    await field(page).fill(text);
    await section(page).getByRole("button", { name: "Post" }).click();
    await comment(page, text).waitFor();
    await visit("/ar/feedback", {}, async ({ page: arabic }) => {
      expect(await arabic.locator("html").getAttribute("dir")).toBe("rtl");
      expect(await bodies(arabic)).toContain(text);
    });
  });
});

it("Cancel asks before it discards what is written, and nothing else", async () => {
  const { id, path } = await promptToDiscuss();
  await asMember(path, {}, async (page, username) => {
    await insertComments(id, [{ body: "Mine" }], username);
    await reloadWith(page, "Mine");
    const control = (name: string) => section(page).getByRole("button", { name, exact: true });
    for (const [open, label, words] of [
      [`Reply to ${username}`, `Your reply to ${username}`, "Half a reply"],
      ["Edit", "Your comment", "Mine, and more"],
    ] as const) {
      const written = field(page, label).last();
      await act(page, "Mine", open).click();
      await control("Cancel").click();
      await control("Cancel").waitFor({ state: "detached" });
      await act(page, "Mine", open).click();
      await written.fill(words);
      await control("Cancel").click();
      await section(page).getByText("Discard what you have written? It cannot be brought back.").waitFor();
      await expect.poll(() => focused(page)).toBe("Go on writing");
      await page.keyboard.press("Enter");
      expect(await written.inputValue()).toBe(words);
      await control("Cancel").click();
      await control("Discard").click();
      await control("Discard").waitFor({ state: "detached" });
      expect(await everything(page)).not.toContain(words);
    }
  });
});

it("on a phone and by keyboard alone a comment is posted and answered", async () => {
  const { path } = await promptToDiscuss();
  await asMember(path, { viewport: { width: 320, height: 640 } }, async (page, username) => {
    await begin(page).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => field(page).count()).toBe(1);
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Control+Enter");
    await comment(page, "By keyboard").waitFor();
    await expect.poll(() => focused(page)).toContain("By keyboard");
    await act(page, "By keyboard", `Reply to ${username}`).focus();
    await page.keyboard.press("Enter");
    await field(page, `Your reply to ${username}`).waitFor();
    await page.keyboard.type("And answered");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await comment(page, "And answered").waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

const everything = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      document.body.textContent,
      [...document.querySelectorAll("textarea")].map(({ value }) => value),
      { ...localStorage },
    ]),
  );

const keptIn = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

describe("whoever comes next", () => {
  it("reads no hidden comment: not in its thread, and not in the form that changes it", async () => {
    const { id, path } = await promptToDiscuss();
    await asMember(path, IGNORE_TOKEN_REFRESH, async (page, username) => {
      const [hidden = ""] = await insertComments(id, [{ body: "Hidden words" }], username);
      await insertComments(id, [{ body: "An answer", parent: hidden }], username);
      await inSiteDatabase(database, (dataSource) =>
        dataSource.query("update comment set hidden = true where id = $1", [hidden]),
      );
      // As its author, and not as the page is kept for everybody.
      await page.goto(`${inject("site")}${path}?comment=${hidden}`);
      await act(page, "Hidden words", "Edit").click();
      await expect.poll(() => field(page).last().inputValue()).toBe("Hidden words");
      expect(await everything(page)).toContain("Hidden words");
      await logOut(page);
      await page.getByText("You are logged out.").first().waitFor();
      expect(await everything(page)).not.toContain("Hidden words");
      await expect.poll(() => bodies(page)).toContain("An answer");
      expect(await everything(page)).not.toContain("Hidden words");
    });
  });

  it("reads no preview of what a member has written; what they write themselves is kept", async () => {
    const { path } = await promptToDiscuss();
    await asMember(path, {}, async (page) => {
      await begin(page).click();
      await field(page).fill("Unposted words");
      await section(page).getByRole("tab", { name: "Preview" }).click();
      await section(page).getByRole("tabpanel").locator("p", { hasText: "Unposted words" }).waitFor();
      await logOutElsewhere(page);
      await expect.poll(() => everything(page)).not.toContain("Unposted words");
      await field(page).fill("A visitor's words");
      await page.reload();
      await expect.poll(() => field(page).inputValue()).toBe("A visitor's words");
    });
  });

  it("reads no draft in a form that is opened after the session has ended, and keeps their own words", async () => {
    const [first, second] = [await promptToDiscuss(), await promptToDiscuss()];
    const other = await createMember();
    await asMember(second.path, IGNORE_TOKEN_REFRESH, async (page) => {
      await begin(page).click();
      await field(page).fill("A private draft");
      await expect.poll(() => keptIn(page)).toContain("A private draft");
      await page.goto(inject("site") + first.path);
      await waitUntilUsable(page);
      await begin(page).click();
      await endElsewhere(page);
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      // Within the site, so that the page stays the one that the member has left.
      await goWithin(page, second.path);
      await page.getByRole("heading", { level: 1, name: /^Discussed/ }).waitFor();
      await begin(page).click();
      expect(await field(page).inputValue()).toBe("");
      await field(page).fill("Of a stranger");
      await expect.poll(() => keptIn(page)).toContain("Of a stranger");
      expect(await page.locator("body").innerText()).not.toContain("A private draft");
      const kept = await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => localStorage.getItem(key)?.includes("Of a stranger")),
      );
      expect(kept).toEqual([expect.stringContaining("visitor")]);
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
      await logIn(page, other);
      await expectMember(page, other);
      await expect.poll(() => field(page).inputValue()).toBe("Of a stranger");
    });
  });

  it("posts nothing of a member whose session has ended, and gets none of it", async () => {
    const { path } = await promptToDiscuss();
    const other = await createMember();
    await asMember(path, IGNORE_TOKEN_REFRESH, async (page, username) => {
      await begin(page).click();
      await field(page).fill("Words of one");
      await endElsewhere(page);
      await field(page).press("End");
      await page.keyboard.type(".");
      await section(page).getByRole("button", { name: "Post" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(username).first().waitFor();
      await waitForFocusIn(dialog);
      const name = dialog.locator("[name=username]");
      await name.fill(other);
      await dialog.locator("[name=password]").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await expectMember(page, other);
      await expect.poll(() => field(page).inputValue()).toBe("");
      await page.reload();
      await begin(page).waitFor();
      expect(await bodies(page)).toEqual([]);
    });
  });
});

it("two tabs at one place keep both texts", async () => {
  const { path } = await promptToDiscuss();
  await asMember(path, {}, async (page) => {
    await begin(page).click();
    await field(page).fill("A long answer");
    await elsewhere(page, async (tab) => {
      await tab.goto(`${inject("site")}${path}`);
      await begin(tab).or(field(tab)).first().click();
      await field(tab).fill("Thanks");
      await field(page).fill("A long answer, longer");
      await expect.poll(() => keptIn(tab)).toMatch(/Thanks.*longer|longer.*Thanks/);
      await section(tab).getByRole("button", { name: "Post" }).click();
      await comment(tab, "Thanks").waitFor();
    });
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe("A long answer, longer");
  });
});

/** Presses Reply when the code of comments has come, and looks for what has the focus, before it is rendered. */
function pressOnceLoaded(): void {
  const element = Element.prototype as { querySelectorAll(selectors: string): unknown };
  const find = element.querySelectorAll;
  element.querySelectorAll = function (selectors) {
    if (selectors === "a,button" && performance.getEntriesByName("armed").length > 0) {
      element.querySelectorAll = find;
      queueMicrotask(() => {
        for (const button of document.querySelectorAll<HTMLElement>("#comments article button"))
          if (button.textContent === "Reply") button.click();
      });
    }
    return find.call(this, selectors);
  };
}

describe("what is pressed before the code of comments has come", () => {
  const holdCode = async (page: Page) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/Comments-.*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    return () => release();
  };

  it("is pressed in its own comment, although members see other controls", async () => {
    const { id, path } = await promptToDiscuss();
    const other = await createMember();
    const username = await createMember();
    const [root = ""] = await insertComments(id, [{ body: "Root" }], other);
    await insertComments(id, [{ body: "One's own", parent: root }], username);
    await insertComments(id, [{ body: "Last", parent: root }], other);
    let release = () => {};
    const options = member(username);
    const prepare = async (page: Page) => {
      await options.prepare?.(page);
      release = await holdCode(page);
    };
    await visit(path, { ...options, prepare }, async ({ page }) => {
      await comment(page, "Last").getByRole("button", { name: "Reply" }).click();
      release();
      await comment(page, "Last")
        .getByRole("textbox", { name: `Your reply to ${other}` })
        .waitFor();
      expect(await section(page).locator("form").count()).toBe(1);
    });
  });

  it("is pressed too in the moment between its coming and its being shown", async () => {
    const { id, path } = await promptToDiscuss();
    const by = await createMember();
    await insertComments(id, [{ body: "Root" }], by);
    let release = () => {};
    const prepare = async (page: Page) => {
      release = await holdCode(page);
      await page.addInitScript(pressOnceLoaded);
    };
    await visit(path, { prepare }, async ({ page }) => {
      const asked = page.waitForRequest(/\/assets\/Comments-/);
      await comment(page, "Root").hover();
      await asked;
      await page.evaluate(() => performance.mark("armed"));
      release();
      await field(page, `Your reply to ${by}`).waitFor();
    });
  });

  it("is nothing if the pointer is let go elsewhere", async () => {
    const { id, path } = await promptToDiscuss();
    const by = await createMember();
    await insertComments(id, [{ body: "Root" }], by);
    let release = () => {};
    const prepare = async (page: Page) => (release = await holdCode(page));
    await visit(path, { prepare }, async ({ page }) => {
      const author = section(page).locator("article").getByRole("link", { name: by });
      await scrollTo(author);
      const box = await author.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 200);
      await page.mouse.up();
      const url = page.url();
      release();
      await act(page, "Root", "Report").waitFor();
      await section(page).getByRole("button", { name: "Reply" }).click();
      await field(page, `Your reply to ${by}`).waitFor();
      expect(page.url()).toBe(url);
    });
  });
});
