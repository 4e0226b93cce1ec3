import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, hasFocus, onAnotherDevice } from "./account";
import { member } from "./known-member";
import { createPromptByApi, queryAs } from "./own-prompts";
import { appoint, reportedPrompts } from "./moderation";
import { moreMenu } from "./prompt-page";
import { lastAnnouncement, uniqueName, visit, waitForFocusIn } from "./visit";
import { translate } from "./words";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Report “Noise”" });
const reason = (page: Page) => dialog(page).getByLabel("What is wrong with it?");

/** A member's public prompt. */
async function sharedPrompt(): Promise<{ id: string; author: string; page: string }> {
  const username = await createMember();
  let id = "";
  await onAnotherDevice(username, async (device) => {
    id = await createPromptByApi(device, { title: "Noise", content: `Make noise for ${username}.`, shared: true });
  });
  return { id, author: username, page: `/en/prompt/${id}` };
}

const reportsOf = (id: string) =>
  inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query<{ reason: string }[]>("select reason from report where prompt_id = $1 order by id", [id]),
  );

describe("a member's prompt", () => {
  it("is reported by keyboard, with a reason", async () => {
    const { id, page: path } = await sharedPrompt();
    await visit(path, member(await createMember()), async ({ page }) => {
      await moreMenu(page).press("Enter");
      await page.getByRole("button", { name: "Report…" }).press("Enter");
      await expect.poll(() => hasFocus(reason(page))).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => hasFocus(moreMenu(page))).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Report…" }).press("Enter");
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await dialog(page).getByText("Please fill in this field").first().waitFor();
      await reason(page).fill("Nothing but\nnoise.");
      await dialog(page).getByRole("button", { name: "Send the report" }).press("Enter");
      await expect.poll(() => lastAnnouncement(page)).toBe("Thank you. The moderators will look at it.");
      await expect.poll(() => hasFocus(moreMenu(page))).toBe(true);
      expect(await reportsOf(id)).toEqual([{ reason: "Nothing but\nnoise." }]);
    });
  });

  it("that a moderator hides tells its author why, and nobody else anything", async () => {
    const { id, author, page: path } = await sharedPrompt();
    // The document of a hidden prompt is that of no page, also to its author.
    const expectedComplaints = [/status of 404/];
    await visit(path, member(author, { expectedComplaints }), async ({ page, open }) => {
      await page.getByRole("region", { name: "Your prompt" }).waitFor();
      expect(await page.getByText("Report…").count()).toBe(0);
      const moderator = await createMember();
      await appoint(moderator);
      await visit("/en/", member(moderator, { expectedComplaints }), async ({ page: other, open: openOther }) => {
        await queryAs(
          other,
          `mutation ($id: ID!) { hidePrompt(id: $id, grounds: { reason: SPAM, note: "Ads <b>only</b>." }) { problems { code } } }`,
          { id },
        );
        expect(await openOther(path)).toBe(404);
      });
      await open(path);
      const bar = page.getByRole("region", { name: "Your prompt" });
      await bar.getByText("only you can see it. Reason: Advertising or spam. They write: “Ads <b>only</b>.”").waitFor();
      expect(await page.getByText("Report…").count()).toBe(0);
    });
  });
});

const QUEUE = "/en/user/moderation";
const SETTINGS = "/en/user/?view=settings";
const row = (page: Page, title: string) => page.getByRole("article", { name: title });

describe("the queue of reports", () => {
  it("is decided by one key each, and each decision is taken back by another", async () => {
    const stamp = uniqueName("");
    const titles = ["First", "Second", "Third"].map((title) => `${title} ${stamp}`);
    const [first = "", second = "", third = ""] = titles;
    const { ids, moderator } = await reportedPrompts(titles);
    await visit(QUEUE, member(moderator), async ({ page, open }) => {
      await row(page, first)
        .getByText(`About ${String(ids[0])}: <img src=x onerror=alert(1)>`)
        .waitFor();
      await row(page, first).getByText("1 member reported it").waitFor();
      await row(page, first).focus();
      await page.keyboard.press("1");
      await row(page, first).getByText("Hidden: Advertising or spam").waitFor();
      await expect.poll(() => lastAnnouncement(page)).toBe("Hidden: Advertising or spam");
      await expect.poll(() => hasFocus(row(page, second))).toBe(true);
      await page.keyboard.press("k");
      await row(page, second).getByText("Kept").waitFor();
      await expect.poll(() => hasFocus(row(page, third))).toBe(true);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await expect.poll(() => hasFocus(row(page, first))).toBe(true);
      await page.keyboard.press("u");
      await row(page, first).getByRole("button", { name: "Keep it" }).waitFor();
      await expect.poll(() => lastAnnouncement(page)).toBe("Taken back");
      await page.keyboard.press("o");
      const dialog = page.getByRole("dialog", { name: "Hide the prompt" });
      await dialog.getByRole("button", { name: "Decide" }).click();
      await dialog.getByText("Please fill in this field").first().waitFor();
      const note = dialog.getByLabel("What the member is told besides");
      await waitForFocusIn(dialog);
      await note.fill("k1");
      await page.keyboard.press("Escape");
      await expect.poll(() => hasFocus(row(page, first))).toBe(true);
      await page.keyboard.press("o");
      expect(await note.inputValue()).toBe("k1");
      await note.fill("k1o");
      await dialog.getByRole("button", { name: "Decide" }).press("Enter");
      await row(page, first).getByText("Hidden: Another reason").waitFor();
      await open(QUEUE);
      await row(page, third).waitFor();
      expect(await row(page, first).count()).toBe(0);
      expect(await row(page, second).count()).toBe(0);
    });
  });

  it("closes an account, on a phone in Arabic, and opens it again", async () => {
    const title = uniqueName("Fourth ");
    const { author, moderator } = await reportedPrompts([title]);
    const ar = (message: string, values = {}) => translate("ar", message, values);
    const options = { viewport: { width: 390, height: 800 }, hasTouch: true };
    const isClosed = () =>
      inSiteDatabase(inject("database"), async (dataSource) => {
        const [found] = await dataSource.query<{ closed: boolean }[]>(
          "select closed_at is not null as closed from account join user_account u on u.id = user_id where username = $1",
          [author],
        );
        return found?.closed;
      });
    await visit("/ar/user/moderation", member(moderator, options), async ({ page }) => {
      await row(page, title)
        .getByRole("button", { name: ar("Close the account…") })
        .tap();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: ar("Decide") })
        .tap();
      await row(page, title)
        .getByText(ar("The account is closed: {because}", { because: ar("Advertising or spam") }))
        .waitFor();
      expect(await isClosed()).toBe(true);
      await row(page, title)
        .getByRole("button", { name: ar("Undo") })
        .tap();
      await row(page, title)
        .getByRole("button", { name: ar("Keep it") })
        .waitFor();
      expect(await isClosed()).toBe(false);
    });
  });
});

describe("the log of decisions", () => {
  const log = (page: Page) => page.getByRole("region", { name: "Log of decisions" });

  it("says what was done to a member, and takes it back by keyboard; the member reads it, too", async () => {
    const title = uniqueName("Sixth ");
    const { ids, author, moderator } = await reportedPrompts([title]);
    await visit(QUEUE, member(moderator), async ({ page }) => {
      await row(page, title).focus();
      await page.keyboard.press("2");
      const hidden = log(page).getByRole("article").filter({ hasText: title });
      await hidden.getByText("Hidden: Hate, harassment or insults").waitFor();
      await hidden.getByText(`by ${moderator}`).waitFor();
      await hidden.getByText("Before: public · 1 member reported it").waitFor();
      await hidden.getByRole("link", { name: author }).press("Enter");
      await log(page).getByText(`Only what was done to ${author}.`).waitFor();
      await expect.poll(() => log(page).getByRole("article").count()).toBe(1);
      await hidden.getByRole("button", { name: "Undo: Hidden: Hate, harassment or insults" }).press("Enter");
      await expect.poll(() => lastAnnouncement(page)).toBe("Taken back");
      await log(page).getByText("Shown again").waitFor();
      await row(page, title).getByRole("button", { name: "Keep it" }).waitFor();
      await log(page).getByRole("link", { name: "Show everything" }).press("Enter");
      await expect.poll(() => log(page).getByRole("article").count()).toBeGreaterThan(1);
      await row(page, title).getByRole("link", { name: "2 earlier decisions about this member" }).click();
      await expect.poll(() => log(page).getByRole("article").count()).toBe(2);
    });
    await visit(SETTINGS, member(author), async ({ page }) => {
      const own = page.getByRole("region", { name: "Decisions of the moderators" });
      await own.getByText("Hidden: Hate, harassment or insults").waitFor();
      await own.getByText("Shown again").waitFor();
      expect(await own.getByRole("link", { name: title }).first().getAttribute("href")).toBe(
        `/en/prompt/${String(ids[0])}`,
      );
      expect(await own.textContent()).not.toContain(moderator);
    });
    await visit(SETTINGS, member(await createMember()), async ({ page }) => {
      await page.getByRole("region", { name: "Your data" }).waitFor();
      expect(await page.getByRole("region", { name: "Decisions of the moderators" }).count()).toBe(0);
    });
  });

  it("shows the note to the member, on a phone in Arabic", async () => {
    const title = uniqueName("Seventh ");
    const { ids, author, moderator } = await reportedPrompts([title]);
    const note = `It is ${"very ".repeat(30)}long_${"x".repeat(60)} <b>and bold</b>.`;
    await onAnotherDevice(moderator, (device) =>
      queryAs(
        device,
        "mutation ($id: ID!, $note: String) { hidePrompt(id: $id, grounds: { reason: OTHER, note: $note }) { problems { code } } }",
        { id: ids[0], note },
      ),
    );
    const options = { viewport: { width: 320, height: 700 }, hasTouch: true };
    for (const [who, path] of [
      [author, SETTINGS.replace("/en/", "/ar/")],
      [moderator, QUEUE.replace("/en/", "/ar/")],
    ] as const)
      await visit(path, member(who, options), async ({ page }) => {
        await page.getByText(note).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      });
  });
});
