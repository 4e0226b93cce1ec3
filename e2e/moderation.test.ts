import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import {
  createMember,
  endSessionsOf,
  expectMember,
  hasFocus,
  IGNORE_TOKEN_REFRESH,
  logIn,
  onAnotherDevice,
} from "./account";
import { endElsewhere, goWithin, logOutElsewhere } from "./elsewhere";
import { member } from "./known-member";
import { createPromptByApi, queryAs } from "./own-prompts";
import { appoint, reportedPrompts } from "./moderation";
import { chooseMore, moreMenu } from "./prompt-page";
import { holdRequests, lastAnnouncement, uniqueName, visit, waitForFocusIn } from "./visit";
import { translate } from "./words";

const report = (page: Page) => chooseMore(page, "Report…");
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

  it("takes more than can be sent: it counts it, and says so before anything is sent", async () => {
    const { id, page: path } = await sharedPrompt();
    await visit(path, member(await createMember()), async ({ page }) => {
      await report(page);
      const words = "Noise! ".repeat(1500);
      await reason(page).fill(words);
      await dialog(page).getByText("10,500 / 500").waitFor();
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await dialog(page).getByText("At most 500 characters").first().waitFor();
      expect(await reason(page).inputValue()).toBe(words);
      expect(await reportsOf(id)).toEqual([]);
      await reason(page).fill("Noise.");
      await dialog(page).getByText("6 / 500").waitFor();
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await expect.poll(() => reportsOf(id)).toEqual([{ reason: "Noise." }]);
    });
  });

  it("takes no further words while the report is on its way, as nobody would read them", async () => {
    const { id, page: path } = await sharedPrompt();
    await visit(path, member(await createMember()), async ({ page }) => {
      await report(page);
      await reason(page).fill("Noise.");
      const { asked, release } = await holdRequests(page, "Report");
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await expect.poll(() => asked.length).toBe(1);
      await reason(page).focus();
      await page.keyboard.type("More");
      expect(await reason(page).inputValue()).toBe("Noise.");
      expect(await hasFocus(reason(page))).toBe(true);
      release();
      await expect.poll(() => lastAnnouncement(page)).toBe("Thank you. The moderators will look at it.");
      expect(await reportsOf(id)).toEqual([{ reason: "Noise." }]);
    });
  });

  it("is reported by a visitor after logging in", async () => {
    const { id, page: path } = await sharedPrompt();
    const username = await createMember();
    await visit(path, IGNORE_TOKEN_REFRESH, async ({ page }) => {
      await report(page);
      await page.getByRole("dialog", { name: "Log in" }).waitFor();
      await logIn(page, username);
      await reason(page).fill("Spam.");
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await page.getByText("Thank you. The moderators will look at it.").first().waitFor();
      expect(await reportsOf(id)).toEqual([{ reason: "Spam." }]);
    });
  });

  it("is reported after logging in again, when the session had ended: nothing typed is lost", async () => {
    const { id, page: path } = await sharedPrompt();
    const username = await createMember();
    await visit(path, member(username, IGNORE_TOKEN_REFRESH), async ({ page, context }) => {
      await expectMember(page, username);
      await report(page);
      await reason(page).fill("Written before.");
      await endSessionsOf(username, page);
      await context.clearCookies({ name: "polyprompt.access" });
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await page.getByText(`Log in as ${username} to go on: nothing that you typed is lost.`).waitFor();
      await page
        .getByRole("dialog", { name: "Log in" })
        .getByLabel("Password", { exact: true })
        .fill("correct horse 7");
      await page.keyboard.press("Enter");
      await page.getByText("Thank you. The moderators will look at it.").first().waitFor();
      expect(await reportsOf(id)).toEqual([{ reason: "Written before." }]);
    });
  });

  it("is reported with what was written before the dialog was closed by a slip; nobody else sees it", async () => {
    const { id, page: path } = await sharedPrompt();
    const other = await createMember();
    await visit(path, member(await createMember(), IGNORE_TOKEN_REFRESH), async ({ page }) => {
      const closings = [
        () => page.keyboard.press("Escape"),
        () => page.mouse.click(5, 5),
        async () => {
          await goWithin(page, "/en/docs/api");
          await dialog(page).waitFor({ state: "detached" });
          await page.goBack();
        },
      ];
      await report(page);
      await reason(page).fill("Two\nlines.");
      for (const close of closings) {
        await close();
        await dialog(page).waitFor({ state: "detached" });
        await report(page);
        await expect.poll(() => reason(page).inputValue()).toBe("Two\nlines.");
      }
      await dialog(page).getByRole("button", { name: "Send the report" }).click();
      await expect.poll(() => reportsOf(id)).toEqual([{ reason: "Two\nlines." }]);
      await dialog(page).waitFor({ state: "detached" });
      await report(page);
      expect(await reason(page).inputValue()).toBe("");

      await reason(page).fill("Between us.");
      await logOutElsewhere(page);
      await dialog(page).waitFor({ state: "detached" });
      await report(page);
      await logIn(page, other);
      expect(await reason(page).inputValue()).toBe("");
    });
  });

  it("is reported in Arabic on a phone", async () => {
    const { id } = await sharedPrompt();
    const options = { viewport: { width: 390, height: 800 }, hasTouch: true };
    await visit(`/ar/prompt/${id}`, member(await createMember(), options), async ({ page }) => {
      await chooseMore(page, translate("ar", "Report…"));
      await page.getByLabel(translate("ar", "What is wrong with it?")).fill("إزعاج");
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.getByRole("button", { name: translate("ar", "Send the report") }).tap();
      await page.getByText(translate("ar", "Thank you. The moderators will look at it.")).first().waitFor();
      expect(await reportsOf(id)).toEqual([{ reason: "إزعاج" }]);
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

  it("says that somebody else has decided, and is for moderators alone", async () => {
    const title = uniqueName("Fifth ");
    const { ids, moderator } = await reportedPrompts([title]);
    await visit(QUEUE, member(moderator), async ({ page }) => {
      await row(page, title).waitFor();
      await queryAs(page, "mutation ($id: ID!) { dismissReports(promptId: $id) { problems { code } } }", {
        id: ids[0],
      });
      await row(page, title).getByRole("button", { name: "Keep it" }).click();
      await row(page, title).getByText("Somebody else has decided already").waitFor();
    });
    await visit(QUEUE, member(await createMember()), async ({ page }) => {
      await page.getByText("Only moderators see this page.").waitFor();
      expect(await page.getByRole("link", { name: "Moderation" }).count()).toBe(0);
    });
    await visit(QUEUE, {}, async ({ page }) => {
      await page.getByText("Log in as a moderator to see the reports.").waitFor();
    });
  });
});

describe("what a moderator writes to a member", () => {
  const asked = (page: Page) => page.getByRole("dialog", { name: "Hide the prompt" });
  const note = (page: Page) => asked(page).getByLabel("What the member is told besides");
  const decide = (page: Page) => asked(page).getByRole("button", { name: "Decide" });
  const write = async (page: Page, title: string, words: string) => {
    await row(page, title).focus();
    await page.keyboard.press("o");
    await waitForFocusIn(asked(page));
    await note(page).fill(words);
  };
  const noReports = (page: Page) => page.getByText("Log in as a moderator to see the reports.");
  const notesOf = (ids: readonly string[]) =>
    inSiteDatabase(inject("database"), (dataSource) =>
      dataSource.query<{ note: string }[]>(
        "select note from moderation_act where prompt_id = any($1::bigint[]) order by id",
        [ids],
      ),
    );

  it("stays when the session merely ends, is sent once they are back, and is nobody else's", async () => {
    const stamp = uniqueName("");
    const titles = ["Eighth", "Ninth"].map((title) => `${title} ${stamp}`);
    const [first = "", second = ""] = titles;
    const { ids, moderator } = await reportedPrompts(titles);
    const other = await createMember();
    await appoint(other);
    await visit(QUEUE, member(moderator, IGNORE_TOKEN_REFRESH), async ({ page }) => {
      await write(page, first, "Words of one");
      await endElsewhere(page);
      await noReports(page).waitFor();
      expect(await page.locator("body").innerText()).not.toContain(first);
      await note(page).press("End");
      await page.keyboard.type(", and more");
      await decide(page).click();
      await page.getByText(`Log in as ${moderator} to go on: nothing that you typed is lost.`).waitFor();
      await logIn(page, moderator);
      await expect.poll(() => notesOf(ids)).toEqual([{ note: "Words of one, and more" }]);
      await asked(page).waitFor({ state: "detached" });
      await row(page, second).waitFor();
      await expect.poll(() => row(page, first).count()).toBe(0);

      await write(page, second, "Nobody else's");
      await endElsewhere(page);
      await noReports(page).waitFor();
      await decide(page).click();
      await page.getByText(`Log in as ${moderator} to go on`).waitFor();
      await logIn(page, other);
      await expectMember(page, other);
      await row(page, second).focus();
      expect(await asked(page).count()).toBe(0);
      await page.keyboard.press("o");
      expect(await note(page).inputValue()).toBe("");
      expect(await notesOf(ids)).toHaveLength(1);
    });
  });

  it("is refused as a whole, and not cut, where it is longer than the member is told", async () => {
    const title = uniqueName("Eleventh ");
    const { ids, moderator } = await reportedPrompts([title]);
    await visit(QUEUE, member(moderator), async ({ page }) => {
      const words = "Noise! ".repeat(400);
      await write(page, title, words);
      await asked(page).getByText("2,800 / 500").waitFor();
      await decide(page).click();
      await asked(page).getByText("At most 500 characters").first().waitFor();
      expect(await note(page).inputValue()).toBe(words);
      expect(await notesOf(ids)).toEqual([]);
      await note(page).fill("Noise.");
      await decide(page).click();
      await expect.poll(() => notesOf(ids)).toEqual([{ note: "Noise." }]);
    });
  });

  it("is gone with the reports when they log out", async () => {
    const title = uniqueName("Tenth ");
    const { author, moderator } = await reportedPrompts([title]);
    await visit(QUEUE, member(moderator, IGNORE_TOKEN_REFRESH), async ({ page }) => {
      await write(page, title, "Words of one");
      await logOutElsewhere(page);
      await noReports(page).waitFor();
      expect(await asked(page).count()).toBe(0);
      const html = await page.content();
      for (const fact of [title, author, "Words of one"]) expect(html).not.toContain(fact);
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
