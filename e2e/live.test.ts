import type { Page, Request } from "playwright-core";
import { afterAll, describe, expect, inject, it } from "vitest";
import { insertComment, insertPrompts } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, expectMember } from "./account";
import { member } from "./known-member";
import { holdRequests, lastAnnouncement, scrollTo, visit, type VisitOptions, waitUntilUsable } from "./visit";

const database = inject("database");
const numbers: number[] = [];

afterAll(() =>
  inSiteDatabase(database, (dataSource) => dataSource.query("delete from prompt where id = any($1::int[])", [numbers])),
);

/** A prompt of a member, with comments of the member's. @returns its address, and the ids of the comments */
async function discussed(author: string, bodies: readonly string[] = []) {
  return inSiteDatabase(database, async (dataSource) => {
    const [user] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      author,
    ]);
    const texts = [{ locale: "en", title: `Discussed ${author}`, content: "Say it." }] as const;
    const [number = 0] = await insertPrompts(dataSource, [{ authorId: user?.id ?? "", texts }]);
    numbers.push(number);
    const ids = [];
    for (const body of bodies) ids.push(await write(String(number), body, author));
    return { id: String(number), path: `/en/prompt/${String(number)}`, ids };
  });
}

/** Somebody writes a comment elsewhere. @returns its id */
function write(promptId: string | null, body: string, by: string, parent: string | null = null): Promise<string> {
  return inSiteDatabase(database, (dataSource) =>
    insertComment(dataSource, { promptId, parentId: parent, author: by, body }),
  );
}

const section = (page: Page) => page.locator("#comments");
const bar = (page: Page, name: RegExp | string = /new comment/) => section(page).getByRole("button", { name });
const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
const bellName = (page: Page) => bell(page).locator("span").first().textContent();
const bodies = (page: Page) => section(page).locator("article p:not([class])").allInnerTexts();
const listening = (page: Page) =>
  page.waitForResponse((response) => response.url().includes("/graphql/stream?") && response.status() === 200);

async function asMember(
  path: string,
  options: VisitOptions,
  work: (page: Page, username: string, visited: Parameters<Parameters<typeof visit>[2]>[0]) => Promise<void>,
  username?: string,
) {
  const name = username ?? (await createMember());
  await visit(path, member(name, options), async (visited) => {
    await expectMember(visited.page, name);
    await work(visited.page, name, visited);
  });
}

describe("a new comment of somebody else", () => {
  it("shows a bar that moves nothing, and is read at the top once it is pressed; one that is gone does not count", async () => {
    const [author, other] = [await createMember(), await createMember()];
    const { id, path, ids } = await discussed(author, ["First", "Second", "Third"]);
    await visit(path, {}, async ({ page }) => {
      await scrollTo(section(page));
      const places = () =>
        page.locator("article").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      const before = await places();
      await write(id, "Fourth", other);
      await bar(page, "1 new comment").waitFor();
      await write(id, "An answer", other, ids[0]);
      await bar(page, "2 new comments").waitFor();
      await expect.poll(() => lastAnnouncement(page)).toBe("2 new comments");
      const gone = await write(id, "Bad", other);
      await bar(page, "3 new comments").waitFor();
      await inSiteDatabase(database, (dataSource) =>
        dataSource.query("update comment set hidden = true where id = $1", [gone]),
      );
      await bar(page, "2 new comments").waitFor();
      expect(await places()).toEqual(before);
      expect(await bodies(page)).toEqual(["Third", "Second", "First"]);

      await bar(page).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => bodies(page)).toEqual(["First", "An answer", "Fourth", "Third", "Second"]);
      expect(await bar(page).count()).toBe(0);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toContain("An answer");
      expect(await section(page).getByRole("heading", { level: 2 }).innerText()).toContain("5");
    });
  });

  it("is told if it was written before one came there, in Arabic, on a phone, by touch", async () => {
    const [author, other] = [await createMember(), await createMember()];
    const { id, path } = await discussed(author, ["First"]);
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true } as const;
    await visit(path.replace("/en/", "/ar/"), phone, async ({ page }) => {
      await write(id, "Second", other);
      await section(page).evaluate((comments) => comments.scrollIntoView());
      await bar(page, "تعليق جديد واحد").tap();
      await expect.poll(() => bodies(page)).toEqual(["Second", "First"]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(360);
    });
  });
});

it("a hidden tab has no stream, and tells what was written meanwhile when it is shown again", async () => {
  const [author, other] = [await createMember(), await createMember()];
  const { id, path } = await discussed(author, ["First"]);
  const open = new Set<Request>();
  // On a short page the comments are in view from the beginning.
  const prepare = (page: Page) => {
    page.on("request", (request) => request.url().includes("/graphql/stream?") && open.add(request));
    page.on("requestfailed", (request) => open.delete(request));
    page.on("requestfinished", (request) => open.delete(request));
    return Promise.resolve();
  };
  await visit(path, { prepare }, async ({ page }) => {
    await scrollTo(section(page));
    await expect.poll(() => open.size).toBe(1);
    // Headless tabs are all visible.
    const show = (state: DocumentVisibilityState) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await show("hidden");
    await expect.poll(() => open.size).toBe(0);
    await write(id, "Second", other);
    await show("visible");
    await bar(page, "1 new comment").waitFor();
    expect(open.size).toBe(1);
  });
});

describe("the bell", () => {
  it("counts what is unread, lists it, and agrees across tabs", async () => {
    const other = await createMember();
    await asMember("/en/", {}, async (page, username, { context }) => {
      expect(await bellName(page)).toBe("Notifications");
      // What is told while one asks is asked for as well.
      const { asked, release } = await holdRequests(page, "UnreadNotifications");
      const { id, ids } = await discussed(username, ["First"]);
      await write(id, "An answer", other, ids[0]);
      await expect.poll(() => asked.length).toBe(1);
      await write(id, "A comment", other);
      release();
      await expect.poll(() => bellName(page)).toBe("Notifications, 2 unread");
      await expect.poll(() => lastAnnouncement(page)).toMatch(/unread notification/);
      const tab = await context.newPage();
      await tab.goto(`${inject("site")}/en/user/notifications`);
      await waitUntilUsable(tab);
      const rows = tab.getByRole("main").getByRole("article");
      await rows.first().waitFor();
      const texts = await rows.allInnerTexts();
      expect(texts[0]).toContain(`${other} commented on your prompt`);
      expect(texts[1]).toContain(`${other} answered your comment`);
      expect(texts[1]).toContain("An answer");
      await rows.nth(1).getByRole("button", { name: "Mark as read" }).click();
      for (const each of [page, tab]) await expect.poll(() => bellName(each)).toBe("Notifications, 1 unread");
      await rows
        .nth(0)
        .getByRole("link", { name: /commented on your prompt/ })
        .click();
      await tab.waitForURL(/\/prompt\/\d+\?comment=\d+/);
      await expect.poll(() => bellName(page)).toBe("Notifications");
      await tab.goBack();
      await write(id, "One more", other);
      await rows.nth(2).waitFor();
      await tab.getByRole("button", { name: "Mark all as read" }).click();
      for (const each of [page, tab]) await expect.poll(() => bellName(each)).toBe("Notifications");
      await expect.poll(() => tab.getByRole("button", { name: "Mark all as read" }).count()).toBe(0);
    });
  });

  it("and its list show what is new, though an older answer arrives later; the list fits on a phone in Arabic", async () => {
    const [username, other] = [await createMember(), await createMember()];
    const { id } = await discussed(username, []);
    const { prepare, ...options } = member(username, { viewport: { width: 320, height: 640 } });
    let isFirst = true;
    const prepareLate = async (page: Page) => {
      await prepare?.(page);
      const isOpen = listening(page);
      await page.route("**/graphql", async (route) => {
        if (!isFirst || !route.request().postData()?.includes('"Notifications"')) return route.continue();
        isFirst = false;
        const older = await route.fetch();
        await isOpen;
        const newer = page.waitForRequest((asked) => asked.postData()?.includes('"UnreadNotifications"') ?? false);
        await write(id, "A comment", other);
        // Answers are shown in the order in which they were asked for: the newer one has come, and is not shown yet.
        await (await newer).response();
        await route.fulfill({ response: older });
      });
    };
    await visit("/en/user/notifications", { ...options, prepare: prepareLate }, async ({ page, open }) => {
      await page.getByRole("button", { name: "Mark all as read" }).waitFor();
      await page.getByRole("main").getByRole("article").waitFor();
      await expect.poll(() => bellName(page)).toBe("Notifications, 1 unread");
      await open("/ar/user/notifications");
      await page.getByRole("main").getByRole("article").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  });
});
