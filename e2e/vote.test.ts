import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, it } from "vitest";
import { insertPrompts } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import {
  createMember,
  emailOf,
  endSessionsOf,
  expectMember,
  fillRegistration,
  IGNORE_TOKEN_REFRESH,
  linkFromMail,
  logIn,
  SUBJECTS,
  uniqueUsername,
  hasFocus,
} from "./account";
import { member } from "./known-member";
import { queryAs } from "./own-prompts";
import { holdRequests, scrollTo, visit, type VisitOptions, waitUntilUsable, waitUntilAnswered } from "./visit";
import { translate } from "./words";

const IGNORE_FAILURES = {
  expectedComplaints: [...(IGNORE_TOKEN_REFRESH.expectedComplaints ?? []), /ERR_ABORTED/, /ERR_INTERNET_DISCONNECTED/],
};

const numbers: number[] = [];
const database = inject("database");

/** A prompt of a member who does nothing else. */
async function sharedPrompt(): Promise<{ id: string; title: string; author: string; page: string }> {
  const author = await createMember();
  const title = `Voted ${author}`;
  const id = await inSiteDatabase(database, async (dataSource) => {
    const [user] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      author,
    ]);
    const texts = [{ locale: "en", title, content: "Say it." }] as const;
    const [number = 0] = await insertPrompts(dataSource, [{ authorId: user?.id ?? "", texts }]);
    return number;
  });
  numbers.push(id);
  return { id: String(id), title, author, page: `/en/prompt/${String(id)}` };
}
afterAll(() =>
  inSiteDatabase(database, (dataSource) => dataSource.query("delete from prompt where id = any($1::int[])", [numbers])),
);

const up = (page: Page, title: string) => page.getByRole("button", { name: `Vote up “${title}”` });
const down = (page: Page, title: string) => page.getByRole("button", { name: `Vote down “${title}”` });
const pressed = async (page: Page, title: string) =>
  Promise.all([up, down].map((button) => button(page, title).getAttribute("aria-pressed")));
const NOT = ["false", "false"];
const UP = ["true", "false"];
const DOWN = ["false", "true"];

const count = (page: Page) => page.locator("aside [data-look]").getByTitle(/^Support: /);
const support = async (page: Page) => (await count(page).getAttribute("title"))?.replace("Support: ", "");

interface Stored {
  viewerVote: string;
  upvoteDifference: number;
}
async function stored(page: Page, id: string): Promise<Stored> {
  const { prompt } = await queryAs<{ prompt: Stored }>(
    page,
    "query ($id: ID!) { prompt(id: $id) { viewerVote upvoteDifference } }",
    { id },
  );
  return prompt;
}
const isStored = (page: Page, id: string, viewerVote: string, upvoteDifference: number) =>
  expect.poll(() => stored(page, id)).toEqual({ viewerVote, upvoteDifference });

const announced = (page: Page) =>
  page.locator("[aria-live]").evaluateAll((regions) => regions.map(({ textContent }) => textContent).join(" "));

async function asMember(page: string, options: VisitOptions, work: (page: Page, username: string) => Promise<void>) {
  const username = await createMember();
  await visit(page, member(username, options), async (tab) => {
    // It looks for English words.
    if (page.startsWith("/en/")) await expectMember(tab.page, username);
    await work(tab.page, username);
  });
}

describe("the vote of a member", () => {
  it("is cast, changed and taken back by pointer, shown at once, counted and announced", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await asMember(path, {}, async (page) => {
      expect([await pressed(page, title), await support(page), await count(page).innerText()]).toEqual([
        NOT,
        "0",
        "Support: 0",
      ]);
      await up(page, title).click();
      expect([await pressed(page, title), await support(page)]).toEqual([UP, "1"]);
      expect(await announced(page)).toContain("Support: 1");
      await isStored(page, id, "UP", 1);
      await down(page, title).click();
      expect([await pressed(page, title), await support(page)]).toEqual([DOWN, "-1"]);
      await isStored(page, id, "DOWN", -1);
      await page.reload();
      await waitUntilUsable(page);
      await expect.poll(() => pressed(page, title)).toEqual(DOWN);
      expect(await support(page)).toBe("-1");
      await down(page, title).click();
      expect([await pressed(page, title), await support(page)]).toEqual([NOT, "0"]);
      await isStored(page, id, "NONE", 0);
    });
  });

  it("is cast by keyboard, and the focus stays", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await asMember(path, {}, async (page) => {
      await up(page, title).focus();
      await page.keyboard.press("Enter");
      await isStored(page, id, "UP", 1);
      await page.keyboard.press("Tab");
      expect(await down(page, title).evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press("Space");
      await isStored(page, id, "DOWN", -1);
      expect(await down(page, title).evaluate((button) => button === document.activeElement)).toBe(true);
    });
  });

  it("counts for a prompt of the library too", async () => {
    await asMember("/en/prompt/17", {}, async (page) => {
      const button = page.getByRole("button", { name: /^Vote up/ });
      const before = (await stored(page, "17")).upvoteDifference;
      await button.click();
      await isStored(page, "17", "UP", before + 1);
      await button.click();
      await isStored(page, "17", "NONE", before);
    });
  });

  it("tapped twice while the API is slow ends as the last tap says", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await asMember(path, IGNORE_FAILURES, async (page) => {
      const { release } = await holdRequests(page, "Vote");
      await up(page, title).click();
      await up(page, title).click();
      expect(await pressed(page, title)).toEqual(NOT);
      await up(page, title).click();
      await down(page, title).click();
      expect([await pressed(page, title), await support(page)]).toEqual([DOWN, "-1"]);
      release();
      await isStored(page, id, "DOWN", -1);
      await waitUntilAnswered(page);
      expect([await pressed(page, title), await support(page)]).toEqual([DOWN, "-1"]);
    });
  });

  it("goes back without a connection, and says why", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await asMember(path, IGNORE_FAILURES, async (page) => {
      // What carries it out is there.
      await up(page, title).click();
      await isStored(page, id, "UP", 1);
      // The page knows it, too.
      await waitUntilAnswered(page);
      await page.context().setOffline(true);
      await down(page, title).click();
      await page.getByText("Your vote was not saved. Check your connection and try again.").first().waitFor();
      expect([await pressed(page, title), await support(page)]).toEqual([UP, "1"]);
      await page.context().setOffline(false);
      await isStored(page, id, "UP", 1);
    });
  });

  it("shows on the other device once its reader comes back, with the support of others", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await asMember(path, {}, async (page, username) => {
      expect(await pressed(page, title)).toEqual(NOT);
      await visit(path, member(username), async ({ page: other }) => {
        await up(other, title).click();
        await isStored(other, id, "UP", 1);
      });
      await asMember(path, {}, async (stranger) => {
        await up(stranger, title).click();
        await isStored(stranger, id, "UP", 2);
      });
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await expect.poll(async () => [await pressed(page, title), await support(page)]).toEqual([UP, "2"]);
    });
  });

  it("asks for the password where the session has ended elsewhere, and is carried out for the same member", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await asMember(path, IGNORE_FAILURES, async (page, username) => {
      await endSessionsOf(username, page);
      await down(page, title).click();
      await page.getByRole("dialog").waitFor();
      await logIn(page, username);
      await isStored(page, id, "DOWN", -1);
      await expect.poll(() => pressed(page, title)).toEqual(DOWN);
    });
  });

  it("is in no document, also not in one for the member", async () => {
    const { title, page: path, id } = await sharedPrompt();
    await asMember(path, {}, async (page) => {
      await up(page, title).click();
      await isStored(page, id, "UP", 1);
      const html = await (await page.request.get(inject("site") + path)).text();
      expect(html).toContain(`Vote up “${title}”`);
      expect(html).not.toContain("viewerVote");
      expect(html).not.toContain('aria-pressed="true"');
    });
  });
});

describe("a visitor's vote", () => {
  it("is counted after logging in, once", async () => {
    const { id, title, page: path } = await sharedPrompt();
    const username = await createMember();
    await visit(path, IGNORE_FAILURES, async ({ page }) => {
      await down(page, title).click();
      await page.getByRole("dialog").getByText("Your vote is counted right after.").waitFor();
      expect([await pressed(page, title), await support(page)]).toEqual([NOT, "0"]);
      await logIn(page, username);
      await expect.poll(() => pressed(page, title)).toEqual(DOWN);
      await isStored(page, id, "DOWN", -1);
      await down(page, title).click();
      await isStored(page, id, "NONE", 0);
      await page.reload();
      await waitUntilUsable(page);
      await expectMember(page, username);
      expect((await stored(page, id)).viewerVote).toBe("NONE");
      expect(await page.evaluate(() => localStorage.getItem("polyprompt.wish"))).toBeNull();
    });
  });

  it("is counted after registering", async () => {
    const { id, title, page: path } = await sharedPrompt();
    await visit(path, {}, async ({ page }) => {
      await up(page, title).click();
      await page.getByRole("dialog").getByRole("link", { name: "Create an account" }).click();
      await fillRegistration(page, uniqueUsername());
      await page.getByRole("button", { name: "Create an account" }).click();
      await expect.poll(() => pressed(page, title)).toEqual(UP);
      await isStored(page, id, "UP", 1);
    });
  });

  it("is counted after logging in by a mailed link, which opens another tab", async () => {
    const { id, title, page: path } = await sharedPrompt();
    const username = await createMember();
    await visit(path, {}, async ({ page, context }) => {
      await up(page, title).click();
      await page.getByRole("dialog").getByRole("link", { name: "Link by email" }).click();
      await page.getByLabel("Username or email").fill(username);
      await page.getByRole("button", { name: "Send me a login link" }).click();
      const tab = await context.newPage();
      await tab.goto(inject("site") + (await linkFromMail(emailOf(username), SUBJECTS.link)));
      await waitUntilUsable(tab);
      await tab
        .getByRole("main")
        .getByRole("button", { name: /Log in/ })
        .click();
      await isStored(tab, id, "UP", 1);
    });
  });

  it("is dropped with the dialog", async () => {
    const { id, title, page: path } = await sharedPrompt();
    const username = await createMember();
    await visit(path, {}, async ({ page }) => {
      await up(page, title).click();
      const dialog = page.getByRole("dialog");
      await expect.poll(() => hasFocus(dialog.locator("[name=username]"))).toBe(true);
      await page.keyboard.press("Escape");
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
      await logIn(page, username);
      await expectMember(page, username);
      expect(await pressed(page, title)).toEqual(NOT);
      expect((await stored(page, id)).viewerVote).toBe("NONE");
    });
  });

  it("of the author, who was not signed in, is refused with the reason", async () => {
    const { id, title, author, page: path } = await sharedPrompt();
    await visit(path, IGNORE_FAILURES, async ({ page }) => {
      await up(page, title).click();
      await page.getByRole("dialog").waitFor();
      await logIn(page, author);
      await page.getByText("You cannot vote on your own prompts").first().waitFor();
      expect((await stored(page, id)).upvoteDifference).toBe(0);
      expect(await up(page, title).count()).toBe(0);
    });
  });
});

it("one's own prompt shows its support without buttons, from the first moment", async () => {
  const { id, title, author, page: path } = await sharedPrompt();
  await asMember(path, {}, async (page) => {
    await up(page, title).click();
    await isStored(page, id, "UP", 1);
  });
  await visit(path, member(author), async ({ page }) => {
    await expectMember(page, author);
    await expect.poll(() => up(page, title).count()).toBe(0);
    expect(await down(page, title).count()).toBe(0);
    expect(await count(page).isVisible()).toBe(true);
  });
});

it.each([
  ["ar", 390],
  ["ar", 1280],
  ["en", 320],
  ["en", 390],
] as const)("fits the page and can be hit in %s at %d px", async (locale, width) => {
  const { id, title } = await sharedPrompt();
  await asMember(`/${locale}/prompt/${id}`, { viewport: { width, height: 800 } }, async (page) => {
    const name = translate(locale, "Vote up “{title}”", { title });
    const button = page.getByRole("button", { name });
    await scrollTo(button);
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(width <= 600 ? 40 : 24);
    await button.click();
    await isStored(page, id, "UP", 1);
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
