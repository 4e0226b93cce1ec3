import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import {
  queryApi,
  codeFromMail,
  confirmEmailOf,
  emailOf,
  expectMember,
  hasFocus,
  linkFromMail,
  logIn,
  MAIL_SENT,
  createMember,
  openRow,
  IGNORE_TOKEN_REFRESH,
  section,
  signedInAs,
  SUBJECTS,
  SETTINGS,
} from "./account";
import { visit, type Visit, waitUntilUsable } from "./visit";

const LOG_IN_FIRST = "Log in to confirm your email. Your password stays as it is.";
const CONFIRMED = "Thank you, your email is confirmed.";
const OTHER_ACCOUNT =
  "Your email could not be confirmed. This link belongs to another account. Log in to that one: the link is still good.";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
const expectStatus = (page: Page, message: string) => main(page).getByRole("status").getByText(message).waitFor();
const confirmLink = (username: string) => linkFromMail(emailOf(username), SUBJECTS.confirm);
/** Filled (primary) buttons; a view should have one. */
const filled = (page: Page) => main(page).locator("button[data-variant=filled]").allTextContents();

/** Logs in through the dialog that the page opened. */
async function logInByDialog(page: Page, username: string): Promise<void> {
  await page.getByRole("dialog").waitFor();
  await logIn(page, username);
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Logs in through the link in a mail. */
async function logInByMail({ page, open }: Visit, username: string): Promise<void> {
  await open("/en/user/auth?view=link");
  await page.getByLabel("Username or email").fill(emailOf(username));
  await page.keyboard.press("Enter");
  await page.getByText(MAIL_SENT).waitFor();
  await open(await linkFromMail(emailOf(username), SUBJECTS.link));
  await page.locator("form").getByRole("button", { name: "Log in" }).click();
  await expectMember(page, username);
}

/** An account that was confirmed without being signed in and without a new password. */
async function createMemberWithoutPassword(): Promise<string> {
  const username = await createMember();
  const [, token = ""] = (await confirmLink(username)).split("#");
  const query = `mutation ($token: String!) { verifyEmail(token: $token) { problems { code } } }`;
  expect(await queryApi(query, { token })).toEqual({ data: { verifyEmail: { problems: [] } } });
  return username;
}

describe("the link that confirms an address, opened by a visitor,", () => {
  it("asks to log in, here or in another tab, which confirms at once and keeps the password", async () => {
    const username = await createMember();
    await visit(await confirmLink(username), IGNORE_TOKEN_REFRESH, async ({ page, context, dataRequests }) => {
      await main(page).getByText(LOG_IN_FIRST).waitFor();
      expect(page.url()).not.toContain("#");
      expect(await filled(page)).toEqual(["Log in and confirm"]);
      await button(page, "Log in and confirm").click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => hasFocus(button(page, "Log in and confirm"))).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      expect(dataRequests.filter((request) => /verifyEmail/i.test(request))).toEqual([]);
      const other = await context.newPage();
      await other.goto(`${inject("site")}/en/user/auth`);
      await waitUntilUsable(other);
      await logIn(other, username);
      await expectMember(other, username);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectStatus(page, CONFIRMED);
      expect(dataRequests.filter((request) => /verifyEmail/i.test(request))).toHaveLength(1);
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
      await main(page).getByRole("link", { name: "Account settings" }).click();
      await section(page, "Account").getByText("Confirmed", { exact: true }).waitFor();
      await (await openRow(page, "Password")).getByRole("button", { name: "Change password" }).waitFor();
      // A completed action is not offered again.
      await page.goBack();
      await main(page).getByText("Open this page with the link in the mail, or ask for a new one.").waitFor();
    });
  });
});

describe("the link that confirms an address, opened by a member,", () => {
  it("refuses another account, confirmed or not, and says so; the code stays valid for the right one", async () => {
    const [owner, other] = [await createMember(), await createMember()];
    await visit(await confirmLink(owner), signedInAs(other, IGNORE_TOKEN_REFRESH), async ({ page, open }) => {
      await button(page, "Confirm email").click();
      await main(page).getByRole("alert").getByText(OTHER_ACCOUNT).waitFor();
      await confirmEmailOf(other);
      await open(SETTINGS);
      await open(await confirmLink(owner));
      await main(page).getByText(`You are logged in as ${other}, whose email is confirmed already.`).waitFor();
      expect(await filled(page)).toEqual(["Log in and confirm"]);
      await button(page, "Log in and confirm").click();
      await logInByDialog(page, other);
      await main(page).getByRole("alert").getByText(OTHER_ACCOUNT).waitFor();
      await button(page, "Log in and confirm").click();
      await logInByDialog(page, owner);
      await expectStatus(page, CONFIRMED);
      await expectMember(page, owner);
    });
  });
});

it("an account without a password gets one by a mail, and is deleted with a code from another", async () => {
  const username = await createMemberWithoutPassword();
  await visit("/en/", IGNORE_TOKEN_REFRESH, async (visitor) => {
    const { page, open } = visitor;
    await logInByMail(visitor, username);
    await open(SETTINGS);
    await section(page, "Account").getByText("Confirmed", { exact: true }).waitFor();
    await (await openRow(page, "Email")).getByText("To change your email, set a password first.").waitFor();
    const password = await openRow(page, "Password");
    await password.getByText(/^Your account has no password\./).waitFor();
    await password.getByRole("button", { name: "Send me a mail" }).click();
    await password.getByText(`A mail is on its way to ${emailOf(username)}.`).waitFor();
    await codeFromMail(emailOf(username), SUBJECTS.reset);
    const deletion = section(page, "Delete account");
    await deletion.getByRole("button", { name: "Delete account" }).click();
    await page.keyboard.press("Enter");
    await deletion.getByText(`A mail is on its way to ${emailOf(username)}.`).waitFor();
    const code = await codeFromMail(emailOf(username), SUBJECTS.deletion);
    await deletion.getByLabel("Code from the mail").fill("no-such-code");
    await page.keyboard.press("Enter");
    await deletion.getByText("This code is wrong, was used before or has expired. Ask for a new mail.").waitFor();
    await deletion.getByLabel("Code from the mail").fill(code);
    await deletion.getByRole("button", { name: "Delete my account for good" }).click();
    await page.waitForURL(`${inject("site")}/en/`);
    await page.getByText("Your account is deleted.").first().waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
  });
  // The name and the address are free again.
  await createMember(username);
});
