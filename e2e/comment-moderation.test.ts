import type { APIRequestContext, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, onAnotherDevice } from "./account";
import { shareAs } from "./community";
import { member } from "./known-member";
import { appoint } from "./moderation";
import { queryAs } from "./own-prompts";
import { lastAnnouncement, visit } from "./visit";
import { translate } from "./words";

const AUTHOR = "Noted-Okapi";
const numbers = shareAs(AUTHOR, [
  { texts: [{ locale: "en", title: "Okapi in English", content: "Say okapi." }] },
  { texts: [{ locale: "en", title: "Okapinote", content: "Say okapi twice." }] },
]);

const comment = (page: Page, id: string) => page.locator(`#comment-${id}`);

async function postAs(
  by: APIRequestContext,
  input: { promptId?: string; parentId?: string; body: string },
): Promise<string> {
  const { addComment } = await queryAs<{ addComment: { comment: { id: string } } }>(
    by,
    "mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }",
    { input },
  );
  return addComment.comment.id;
}

/** A comment of one member that another one has answered. */
async function conversation(promptId: number, words: string): Promise<{ by: string; reader: string; id: string }> {
  const [by, reader] = [await createMember(), await createMember()];
  let id = "";
  await onAnotherDevice(by, async (device) => {
    id = await postAs(device, { promptId: String(promptId), body: words });
  });
  await onAnotherDevice(reader, (device) => postAs(device, { parentId: id, body: "That is an advertisement." }));
  return { by, reader, id };
}

async function newModerator(): Promise<string> {
  const username = await createMember();
  await appoint(username);
  return username;
}

const textFor = async (path: string, id: string) => {
  let text = "";
  await visit(path, {}, async ({ page }) => {
    text = await comment(page, id).innerText();
  });
  return text;
};

/** Their code replaces the server's HTML, maybe meanwhile. */
const scrollToComments = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const comments = document.getElementById("comments");
        comments?.scrollIntoView();
        return (comments?.getBoundingClientRect().top ?? Infinity) < innerHeight;
      }),
    )
    .toBe(true);

it("a comment is reported, hidden by one key, shown again by another, and its thread closed", async () => {
  const path = `/en/prompt/${String(numbers[0])}`;
  const { by, reader, id } = await conversation(numbers[0] ?? 0, "Buy my okapi prompts today");
  const moderator = await newModerator();
  await visit(path, member(reader), async ({ page }) => {
    await comment(page, id).getByRole("button", { name: "Report…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Report the comment of ${by}` });
    await dialog.getByLabel("What is wrong with it?").fill("It advertises.");
    await dialog.getByRole("button", { name: "Send the report" }).press("Enter");
    await expect.poll(() => lastAnnouncement(page)).toBe("Thank you. The moderators will look at it.");
  });
  await visit("/en/user/moderation", member(moderator), async ({ page, open }) => {
    const row = page.locator("main article[aria-labelledby]", { hasText: "Buy my okapi prompts today" });
    await row.getByText("It advertises.").waitFor();
    await row.press("1");
    await expect.poll(() => lastAnnouncement(page)).toBe("Hidden: Advertising or spam");

    expect(await textFor(path, id)).toBe("Moderators have hidden this comment.");
    await visit(path, member(by), async ({ page: own }) => {
      await scrollToComments(own);
      // Once, at its place: it has been answered. What has no place any more is above the threads.
      await comment(own, id).getByText("Buy my okapi prompts today").waitFor();
      await own.getByText("Hidden by moderators").waitFor();
      expect(await own.getByText("Only you see these").count()).toBe(0);
    });

    await row.press("u");
    await expect.poll(() => lastAnnouncement(page)).toBe("Taken back");
    expect(await textFor(path, id)).toContain("Buy my okapi prompts today");
    await row.press("t");
    await expect.poll(() => lastAnnouncement(page)).toBe("The thread is closed");
    await open(path);
    await page.getByText("Moderators have closed this thread: nobody can reply.").waitFor();
    expect(await page.getByRole("button", { name: `Reply to ${by}` }).count()).toBe(0);
  });
});

it("the same on a phone in Arabic; cards and rows count what readers see", async () => {
  const ar = (message: string) => translate("ar", message);
  const path = `/ar/prompt/${String(numbers[1])}`;
  const { by, id } = await conversation(numbers[1] ?? 0, "اشتر أوامري اليوم");
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true };
  for (const list of [`/en/community-prompts?author=${AUTHOR}`, "/en/?q=okapinote"]) {
    await visit(list, {}, async ({ page }) => {
      const card = page.getByRole("article", { name: "Okapinote" });
      expect(await card.getByTitle("Comments").textContent()).toBe("22 comments");
    });
  }
  const moderator = await newModerator();
  await visit(path, member(moderator, options), async ({ page, open }) => {
    await comment(page, id).locator("[aria-haspopup=dialog]").tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(ar("What is wrong with it?")).fill("إعلان");
    await dialog.getByRole("button", { name: ar("Send the report") }).tap();
    await expect.poll(() => lastAnnouncement(page)).toBe(ar("Thank you. The moderators will look at it."));
    await open("/ar/user/moderation");
    const row = page.locator("main article[aria-labelledby]", { hasText: "اشتر أوامري اليوم" });
    await row.getByRole("button", { name: ar("Advertising or spam") }).tap();
    await row.getByRole("button", { name: ar("Undo") }).waitFor();
    await open(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
  expect(await textFor(path, id)).toBe(ar("Moderators have hidden this comment."));
  const [count] = await inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query<{ comment_count: number }[]>("select comment_count from prompt where id = $1", [numbers[1]]),
  );
  expect(count?.comment_count).toBe(1);
  await visit(path, member(by, options), async ({ page }) => {
    await scrollToComments(page);
    await page.getByText(ar("Hidden by moderators")).waitFor();
  });
});
