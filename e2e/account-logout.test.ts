import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import {
  emailOf,
  endSessionsOf,
  expectMember,
  hasFocus,
  logIn,
  logOut,
  createMember,
  openRow,
  openSettings,
  IGNORE_TOKEN_REFRESH,
  section,
  SETTINGS,
} from "./account";
import { elsewhere, endElsewhere, goWithin } from "./elsewhere";
import { member } from "./known-member";
import { CATALOGUE } from "./library";
import { waitUntilUsable, visit } from "./visit";

/** It has a variable with a default and one without. */
const NUMBER = CATALOGUE[0]?.id ?? 0;
const PROMPT = `/en/prompt/${NUMBER}`;
const SECRET = "my illness";
/** A pasted document. */
const LONG = "x".repeat(25_000);
const QUESTION = "Log out and delete what you typed on this device?";

const banner = (page: Page) => page.getByRole("banner");
const loginLink = (page: Page) => banner(page).getByRole("link", { name: "Log in" });
const logoutDialog = (page: Page) => page.getByRole("dialog", { name: QUESTION });
const blanks = (page: Page) => page.locator("article[aria-labelledby=title]").getByRole("textbox");
const firstBlank = (page: Page) => blanks(page).first();

/** Fills in a blank of the shown prompt, as the current visitor or member. */
async function fillIn(page: Page, text: string): Promise<void> {
  await firstBlank(page).fill(text);
}

/** The value of the blank as the current visitor or member sees it. */
async function filledIn(page: Page): Promise<string> {
  return firstBlank(page).inputValue();
}

async function logInByHeader(page: Page, username: string): Promise<void> {
  await loginLink(page).click();
  await logIn(page, username);
  await expectMember(page, username);
}

/** Everything in the browser's storage that scripts can read, plus the page's content and title. */
const readableState = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value),
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );

describe("logging out", () => {
  it("asks when something was typed; staying keeps it, so does a failure, and leaving erases it", async () => {
    const username = await createMember();
    const expectedComplaints = [/ERR_INTERNET_DISCONNECTED/, ...(IGNORE_TOKEN_REFRESH.expectedComplaints ?? [])];
    await visit(PROMPT, member(username, { expectedComplaints }), async ({ page, context, open }) => {
      await expectMember(page, username);
      await fillIn(page, SECRET);
      await logOut(page);
      await logoutDialog(page).waitFor();
      await logoutDialog(page)
        .getByText(/^This is kept in this browser only\. Logging out deletes it for good/)
        .waitFor();
      await expect
        .poll(() => logoutDialog(page).getByRole("listitem").allTextContents())
        .toEqual(["What you typed into the blanks of 1 prompt"]);
      await expect.poll(() => hasFocus(logoutDialog(page).getByRole("button", { name: "Stay" }))).toBe(true);
      await context.setOffline(true);
      await logoutDialog(page).getByRole("button", { name: "Log out" }).click();
      await logoutDialog(page)
        .getByRole("alert")
        .getByText("You could not be logged out. Check your connection and try again.")
        .waitFor();
      await context.setOffline(false);
      await logoutDialog(page).getByRole("button", { name: "Stay" }).press("Enter");
      await logoutDialog(page).waitFor({ state: "detached" });
      await expectMember(page, username);
      expect(await filledIn(page)).toBe(SECRET);

      await open(SETTINGS);
      await banner(page).locator("summary", { hasText: "Account" }).click();
      await banner(page).getByRole("button", { name: "Add a prompt" }).click();
      const editor = page.getByRole("dialog", { name: "Add a prompt" });
      await editor.getByRole("textbox", { name: "Title" }).fill(SECRET);
      await editor.getByRole("button", { name: "Close" }).click();
      await editor.waitFor({ state: "detached" });
      const button = section(page, "Devices").getByRole("button", { name: "Log out", exact: true });
      await button.click();
      await logoutDialog(page).waitFor();
      expect(await logoutDialog(page).getByRole("listitem").allTextContents()).toEqual([
        "1 draft of a prompt that you have written but not saved",
        "What you typed into the blanks of 1 prompt",
      ]);
      await page.keyboard.press("Escape");
      await logoutDialog(page).waitFor({ state: "detached" });
      await expect.poll(() => hasFocus(button)).toBe(true);
      await page.keyboard.press("Enter");
      await logoutDialog(page).getByRole("button", { name: "Log out" }).click();
      await page.getByText("You are logged out.").first().waitFor();
      await page.getByText("Log in to see your account.").waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
      for (const fact of [SECRET, username, emailOf(username)]) expect(await readableState(page)).not.toContain(fact);
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["polyprompt.language-hint"]);

      await open(PROMPT);
      expect(await filledIn(page)).toBe("");
      await logInByHeader(page, username);
      expect(await filledIn(page)).toBe("");
    });
  });

  it("erases private data before the server answers, so leaving the page meanwhile leaves nothing behind", async () => {
    const username = await createMember();
    await visit(PROMPT, member(username, IGNORE_TOKEN_REFRESH), async ({ page, open }) => {
      await expectMember(page, username);
      await fillIn(page, SECRET);
      await logOut(page);
      await logoutDialog(page).waitFor();
      const asked = page.waitForRequest((request) => request.postData()?.includes('"Logout"') ?? false);
      // Never responds.
      await page.route("**/graphql", (route) =>
        route.request().postData()?.includes('"Logout"') ? null : route.continue(),
      );
      await logoutDialog(page).getByRole("button", { name: "Log out" }).click();
      await asked;
      await open(PROMPT);
      expect(await filledIn(page)).toBe("");
      expect(await readableState(page)).not.toContain(SECRET);
    });
  });

  it("takes effect in other tabs at once, including the contents of their blanks and the confirmation", async () => {
    const username = await createMember();
    await visit(PROMPT, member(username, IGNORE_TOKEN_REFRESH), async ({ page, context }) => {
      await expectMember(page, username);
      await fillIn(page, SECRET);
      const other = await context.newPage();
      await other.goto(inject("site") + PROMPT);
      await waitUntilUsable(other);
      await expectMember(other, username);
      await expect.poll(() => filledIn(other)).toBe(SECRET);
      for (const tab of [page, other]) {
        await logOut(tab);
        await logoutDialog(tab).waitFor();
      }
      await logoutDialog(other).getByRole("button", { name: "Log out" }).click();
      await logoutDialog(page).waitFor({ state: "detached" });
      for (const tab of [page, other]) {
        await loginLink(tab).waitFor();
        await expect.poll(() => filledIn(tab)).toBe("");
        for (const fact of [SECRET, username]) expect(await readableState(tab)).not.toContain(fact);
      }
    });
  });
});

describe("on a device that several people use", () => {
  it("a visitor's input moves to the account that they log in to, but never overwrites existing values", async () => {
    const username = await createMember();
    const prepare = (page: Page) =>
      page.addInitScript(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
          if (value.length > 20_000) throw new DOMException("full", "QuotaExceededError");
          setItem.call(this, key, value);
        };
      });
    await visit(PROMPT, { ...IGNORE_TOKEN_REFRESH, prepare }, async ({ page }) => {
      await fillIn(page, "as a visitor");
      await blanks(page).nth(1).fill(LONG);
      await logInByHeader(page, username);
      expect(await filledIn(page)).toBe("as a visitor");
      // What no storage has, too.
      expect((await blanks(page).nth(1).inputValue()).length).toBe(LONG.length);
      await fillIn(page, "as a member");
      await endSessionsOf(username);
      await page.reload();
      await loginLink(page).waitFor();
      expect(await filledIn(page)).toBe("");
      await fillIn(page, "a visitor again");
      await logInByHeader(page, username);
      expect(await filledIn(page)).toBe("as a member");
      await logOut(page);
      await logoutDialog(page).getByRole("button", { name: "Log out" }).click();
      await loginLink(page).waitFor();
      expect(await filledIn(page)).toBe("");
    });
  });

  it("a member's blanks stay as they are when the session merely ends, and what is typed on is theirs alone", async () => {
    const [owner, other] = [await createMember(), await createMember()];
    const next = `/en/prompt/${CATALOGUE[1]?.id ?? 0}`;
    const signIn = (page: Page, username: string) =>
      elsewhere(page, async (tab) => {
        await tab.goto(`${inject("site")}/en/user/auth`);
        await waitUntilUsable(tab);
        await logIn(tab, username);
        await expectMember(tab, username);
      });
    await visit(next, member(owner, IGNORE_TOKEN_REFRESH), async ({ page, open }) => {
      await fillIn(page, "of the next prompt");
      await open(PROMPT);
      await expectMember(page, owner);
      await fillIn(page, SECRET);
      await blanks(page).nth(1).fill(LONG);
      await firstBlank(page).press("End");
      await endElsewhere(page);
      await loginLink(page).waitFor();
      await page.keyboard.type(" and more");
      const values = () =>
        blanks(page).evaluateAll((fields) =>
          fields.map((field) => (field as HTMLTextAreaElement).value.replace(/^x{100,}$/, "long")),
        );
      expect((await values()).slice(0, 2)).toEqual([`${SECRET} and more`, "long"]);
      await signIn(page, owner);
      await expectMember(page, owner);
      expect((await values()).slice(0, 2)).toEqual([`${SECRET} and more`, "long"]);

      // Whoever goes on to another prompt need not be the member.
      await endElsewhere(page);
      await loginLink(page).waitFor();
      await goWithin(page, next);
      await expect.poll(values).not.toContain("long");
      await expect.poll(() => filledIn(page)).toBe("");
      await fillIn(page, "of a visitor");
      await goWithin(page, PROMPT);
      await expect.poll(async () => (await values()).join("")).toBe("");
      await signIn(page, owner);
      await expect.poll(() => filledIn(page)).toBe(`${SECRET} and more`);
      await goWithin(page, next);
      await expect.poll(() => filledIn(page)).toBe("of the next prompt");

      await endElsewhere(page);
      await loginLink(page).waitFor();
      await signIn(page, other);
      await expectMember(page, other);
      await expect.poll(async () => (await values()).join("")).toBe("");
    });
  });

  it("going back after a logout shows nothing of the member, neither to a visitor nor to the next member", async () => {
    const [owner, other] = [await createMember(), await createMember()];
    await visit(SETTINGS, IGNORE_TOKEN_REFRESH, async ({ page, open }) => {
      await openSettings(page, owner);
      await (await openRow(page, "Email")).getByLabel("New email").fill(`new-${emailOf(owner)}`);
      await open(PROMPT);
      await fillIn(page, SECRET);
      await open("/en/");
      await page.goto(`${inject("site")}/en/docs/privacy-policy`);
      await waitUntilUsable(page);
      await logOut(page);
      await logoutDialog(page).getByRole("button", { name: "Log out" }).click();
      await loginLink(page).waitFor();
      const expectNothing = async () => {
        for (const fact of [SECRET, owner, emailOf(owner)]) expect(await readableState(page)).not.toContain(fact);
      };
      const goBack = async (steps: number) => {
        for (let step = 0; step < steps; step += 1) {
          await page.goBack();
          await waitUntilUsable(page);
          await expectNothing();
        }
      };
      await goBack(4);
      await page.goto(`${inject("site")}/en/`);
      await waitUntilUsable(page);
      await logInByHeader(page, other);
      await page.goBack();
      await waitUntilUsable(page);
      await expectMember(page, other);
      await expectNothing();
    });
  });
});
