import type { APIRequestContext, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { createMember, onAnotherDevice } from "./account";
import { shareAs } from "./community";
import { member } from "./known-member";
import { appoint } from "./moderation";
import { queryAs } from "./own-prompts";
import { lastAnnouncement, uniqueAddress, visit } from "./visit";

const AUTHOR = "Noted-Okapi";
const WORDS = "Buy my okapi prompts today";
const numbers = shareAs(AUTHOR, [{ texts: [{ locale: "en", title: "Okapinote", content: "Say okapi twice." }] }]);

async function postAs(by: APIRequestContext, place: string, id: string, body: string): Promise<string> {
  const { posted } = await queryAs<{ posted: { comment: { id: string } } }>(
    by,
    `mutation ($id: ID!, $body: String!) { posted: ${place}: $id, body: $body) { comment { id } } }`,
    { id, body },
  );
  return posted.comment.id;
}

/** A comment of one member that another one has answered and reported. @returns who has written it */
async function reportedComment(promptId: number): Promise<string> {
  const by = await createMember();
  let id = "";
  await onAnotherDevice(by, async (device) => {
    id = await postAs(device, "createComment(promptId", String(promptId), WORDS);
  });
  await onAnotherDevice(await createMember(), async (device) => {
    await postAs(device, "createReply(parentId", id, "That is an advertisement.");
    const query = 'mutation ($id: ID!) { reportComment(commentId: $id, reason: "It advertises.") { accepted } }';
    await queryAs(device, query, { id });
  });
  return by;
}

/** A document as a visitor gets it. */
async function documentFor(path: string): Promise<string> {
  const response = await fetch(`${inject("site")}${path}`, { headers: { "x-forwarded-for": uniqueAddress() } });
  return response.text();
}

it("a reported comment is hidden by one key, shown again by another, and its thread closed; cards and rows count it", async () => {
  const path = `/en/prompt/${String(numbers[0])}`;
  const by = await reportedComment(numbers[0] ?? 0);
  const moderator = await createMember();
  await appoint(moderator);
  await visit("/en/user/moderation", member(moderator), async ({ page, open }) => {
    const row = page.locator("main article[aria-labelledby]", { hasText: WORDS });
    await row.getByText("It advertises.").waitFor();
    await row.press("1");
    await expect.poll(() => lastAnnouncement(page)).toBe("Hidden: Advertising or spam");
    const hidden = await documentFor(path);
    expect(hidden).toContain("Moderators have hidden this comment.");
    expect(hidden).not.toContain(WORDS);
    await row.press("u");
    await expect.poll(() => lastAnnouncement(page)).toBe("Taken back");
    expect(await documentFor(path)).toContain(WORDS);
    await row.press("t");
    await expect.poll(() => lastAnnouncement(page)).toBe("The thread is closed");
    await open(path);
    await page.getByText("Moderators have closed this thread: nobody can reply.").waitFor();
    expect(await page.getByRole("button", { name: `Reply to ${by}` }).count()).toBe(0);
    for (const list of [`/en/community-prompts?author=${AUTHOR}`, "/en/?q=okapinote"]) {
      await open(list);
      expect(await commentsOf(page)).toBe("22 comments");
    }
  });
});

const commentsOf = (page: Page) =>
  page.getByRole("article", { name: "Okapinote" }).getByTitle("Comments").textContent();
