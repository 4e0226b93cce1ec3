import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { hasFocus, onAnotherDevice } from "./account";
import { member } from "./known-member";
import { reportedPrompts } from "./moderation";
import { queryAs } from "./own-prompts";
import { lastAnnouncement, uniqueName, visit, waitForFocusIn } from "./visit";
import { translate } from "./words";

const QUEUE = "/en/user/moderation";
const row = (page: Page, title: string) => page.getByRole("article", { name: title });

it("the queue of reports is decided by one key each, and each decision is taken back by another, or in the log, by keyboard", async () => {
  const stamp = uniqueName("");
  const titles = ["First", "Second", "Third"].map((title) => `${title} ${stamp}`);
  const [first = "", second = "", third = ""] = titles;
  const { ids, author, moderator } = await reportedPrompts(titles);
  // The document of a hidden prompt is that of no page.
  await visit(QUEUE, member(moderator, { expectedComplaints: [/status of 404/] }), async ({ page, open }) => {
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
    expect(await open(`/en/prompt/${String(ids[0])}`)).toBe(404);

    await open(QUEUE);
    await row(page, third).waitFor();
    expect(await row(page, first).count()).toBe(0);
    expect(await row(page, second).count()).toBe(0);
    const log = page.getByRole("region", { name: "Log of decisions" });
    const hidden = log.getByRole("article").filter({ hasText: first }).filter({ hasText: "Hidden: Another reason" });
    await hidden.getByText(`by ${moderator}`).waitFor();
    await hidden.getByText("Before: public · 1 member reported it").waitFor();
    await hidden.getByRole("link", { name: author }).press("Enter");
    await log.getByText(`Only what was done to ${author}.`).waitFor();
    await expect.poll(() => log.getByRole("article").count()).toBe(4);
    await hidden.getByRole("button", { name: "Undo: Hidden: Another reason" }).press("Enter");
    await expect.poll(() => lastAnnouncement(page)).toBe("Taken back");
    await expect.poll(() => log.getByText("Shown again").count()).toBe(2);
    await row(page, first).getByRole("button", { name: "Keep it" }).waitFor();
    await log.getByRole("link", { name: "Show everything" }).press("Enter");
    await log.getByText(`Only what was done to ${author}.`).waitFor({ state: "detached" });
    await row(page, first).getByRole("link", { name: "5 earlier decisions about this member" }).click();
    await expect.poll(() => log.getByRole("article").count()).toBe(5);
  });
});

it("an account is closed, on a phone in Arabic, and opened again; its member reads there what was decided, with the note", async () => {
  const titles = [uniqueName("Fourth "), uniqueName("Fifth ")] as const;
  const { ids, author, moderator } = await reportedPrompts(titles);
  const ar = (message: string, values = {}) => translate("ar", message, values);
  const note = `It is ${"very ".repeat(30)}long_${"x".repeat(60)} <b>and bold</b>.`;
  const options = { viewport: { width: 320, height: 700 }, hasTouch: true };
  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  const isClosed = () =>
    inSiteDatabase(inject("database"), async (dataSource) => {
      const [found] = await dataSource.query<{ closed: boolean }[]>(
        "select closed_at is not null as closed from account join user_account u on u.id = user_id where username = $1",
        [author],
      );
      return found?.closed;
    });
  await onAnotherDevice(moderator, (device) =>
    queryAs(
      device,
      "mutation ($id: ID!, $note: String) { hidePrompt(promptId: $id, reason: OTHER, note: $note) { problems { code } } }",
      { id: ids[0], note },
    ),
  );
  await visit("/ar/user/moderation", member(moderator, options), async ({ page }) => {
    const reported = row(page, titles[1]);
    await page.getByText(note).waitFor();
    await reported.getByRole("button", { name: ar("Close the account…") }).tap();
    expect(await fits(page)).toBe(true);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: ar("Decide") })
      .tap();
    await reported.getByText(ar("The account is closed: {because}", { because: ar("Advertising or spam") })).waitFor();
    expect(await isClosed()).toBe(true);
    await reported.getByRole("button", { name: ar("Undo") }).tap();
    await reported.getByRole("button", { name: ar("Keep it") }).waitFor();
    expect(await isClosed()).toBe(false);
    expect(await fits(page)).toBe(true);
  });
  await visit("/ar/user/?view=settings", member(author, options), async ({ page }) => {
    const own = page.getByRole("region", { name: ar("Decisions of the moderators") });
    await own.getByText(note).waitFor();
    expect(await own.getByRole("link", { name: titles[0] }).getAttribute("href")).toBe(`/ar/prompt/${String(ids[0])}`);
    expect(await own.textContent()).not.toContain(moderator);
    expect(await fits(page)).toBe(true);
  });
});
