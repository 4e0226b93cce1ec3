import { describe, expect, inject, it } from "vitest";
import {
  ask,
  codeTo,
  emailOf,
  expectMember,
  forgetLimits,
  LEAVES,
  linkTo,
  logIn,
  MAIL_SENT,
  makeMember,
  openSettings,
  PASSWORD,
  RENEWS,
  section,
  SUBJECTS,
} from "./account";
import { visit, type Visit } from "./visit";

const WARNING = /^Did you register yourself\? Then log in first, and your password stays\./;

/** Logs in by the link of a mail. */
async function logInByMail({ page, open }: Visit, username: string): Promise<void> {
  await open("/en/user/auth?view=link");
  await page.getByLabel("Username or email").fill(emailOf(username));
  await page.keyboard.press("Enter");
  await page.getByText(MAIL_SENT).waitFor();
  await open(await linkTo(emailOf(username), SUBJECTS.link));
  await page.locator("form").getByRole("button", { name: "Log in" }).click();
  await expectMember(page, username);
}

/** An account that somebody confirmed without being signed in to it. */
async function makeMemberWithoutPassword(): Promise<string> {
  const username = await makeMember();
  const [, token = ""] = (await linkTo(emailOf(username), SUBJECTS.confirm)).split("#");
  const query = `mutation ($token: String!) { verifyEmail(token: $token) { problems { code } } }`;
  expect(await ask(query, { token })).toEqual({ data: { verifyEmail: { problems: [] } } });
  return username;
}

describe("the link that confirms an address, opened by a visitor,", () => {
  it("offers to log in first, and then the password stays", async () => {
    const username = await makeMember();
    await visit(await linkTo(emailOf(username), SUBJECTS.confirm), LEAVES, async ({ page }) => {
      await page.getByText(WARNING).waitFor();
      await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
      await page.getByRole("dialog").waitFor();
      await logIn(page, username);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText(WARNING).waitFor({ state: "detached" });
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
      await page.getByRole("button", { name: "Confirm email" }).click();
      await page.getByRole("status").getByText("Thank you, your email is confirmed.").waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
      await page.getByRole("main").getByRole("link", { name: "Account settings" }).click();
      await section(page, "Email").getByText("(confirmed)").waitFor();
      await section(page, "Password").getByRole("button", { name: "Change password" }).waitFor();
    });
    await visit("/en/user/auth", {}, async ({ page }) => {
      await logIn(page, username);
      await expectMember(page, username);
    });
  });

  it("ends the session and the password of who registered, if nobody logs in first", async () => {
    const username = await makeMember();
    await visit("/en/user/", RENEWS, async (registrant) => {
      await openSettings(registrant.page, username);
      await visit(await linkTo(emailOf(username), SUBJECTS.confirm), LEAVES, async (holder) => {
        const { page } = holder;
        await page.getByText(WARNING).waitFor();
        await page.getByRole("button", { name: "Confirm email" }).click();
        await page.getByRole("status").getByText("Thank you, your email is confirmed.").waitFor();
        await registrant.open("/en/user/");
        await registrant.page.getByText("Log in to see your account.").waitFor();

        await page.getByRole("main").getByRole("link", { name: "Login link by email" }).waitFor();
        await holder.open("/en/user/auth");
        await logIn(page, username, PASSWORD);
        await page.getByRole("alert").getByText("Username, email or password is wrong.").waitFor();
        await logInByMail(holder, username);

        await holder.open("/en/user/");
        await section(page, "Email").getByText("(confirmed)").waitFor();
        expect(await section(page, "Email").getByRole("textbox").count()).toBe(0);
        const password = section(page, "Password");
        await password.getByText(/^Your account has no password\./).waitFor();
        await password.getByRole("button", { name: "Send me a mail" }).click();
        await password.getByText(`A mail is on its way to ${emailOf(username)}.`).waitFor();
        const code = await codeTo(emailOf(username), SUBJECTS.reset);
        await holder.open("/en/reset-password");
        await page.getByLabel("Code from the mail").fill(code);
        await page.getByLabel("New password").fill("new horse 8!");
        await page.getByLabel("Repeat the password").fill("new horse 8!");
        await page.keyboard.press("Enter");
        await page.waitForURL(`${inject("site")}/en/`);
        await holder.open("/en/user/");
        await password.getByRole("button", { name: "Change password" }).waitFor();
      });
    });
    await visit("/en/user/auth", {}, async ({ page }) => {
      await logIn(page, username, "new horse 8!");
      await expectMember(page, username);
    });
    await forgetLimits();
  });
});

it("an account without a password is deleted with the code of a mail", async () => {
  const username = await makeMemberWithoutPassword();
  await visit("/en/", LEAVES, async (visitor) => {
    const { page, open } = visitor;
    await logInByMail(visitor, username);
    await open("/en/user/");
    const deletion = section(page, "Delete account");
    await deletion.getByRole("button", { name: "Delete account" }).click();
    await page.keyboard.press("Enter");
    await deletion.getByText(`A mail is on its way to ${emailOf(username)}.`).waitFor();
    const code = await codeTo(emailOf(username), SUBJECTS.deletion);
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
  await makeMember(username);
  await forgetLimits();
});
