import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  confirmEmailOf,
  emailOf,
  linkFromMail,
  logIn,
  createMember,
  openRow,
  PASSWORD,
  IGNORE_TOKEN_REFRESH,
  section,
  signedInAs,
  SUBJECTS,
  SETTINGS,
} from "./account";
import { visit } from "./visit";

const newEmailOf = (username: string) => `new-${emailOf(username)}`;
const changeLink = (username: string) => linkFromMail(newEmailOf(username), SUBJECTS.changeEmail);
const main = (page: Page) => page.getByRole("main");
const email = (page: Page) => section(page, "Account");
const pending = (page: Page, username: string) =>
  email(page).getByText(
    new RegExp(`^Your email is due to change to ${newEmailOf(username)}\\. .* works until .*20\\d\\d`),
  );
const expectStatus = (page: Page, message: string) => main(page).getByRole("status").getByText(message).waitFor();

async function createConfirmedMember(): Promise<string> {
  const username = await createMember();
  await confirmEmailOf(username);
  return username;
}

/** On the settings page. */
async function requestChange(page: Page, username: string): Promise<void> {
  const row = await openRow(page, "Email");
  await row.getByLabel("New email").fill(newEmailOf(username));
  await row.getByLabel("Current password").fill(PASSWORD);
  await row.getByRole("button", { name: "Change email" }).click();
  await row.getByText(`A mail is on its way to ${newEmailOf(username)}.`).waitFor();
}

describe("a change of the address", () => {
  it("is shown as pending at once, can be sent again, cancelled and confirmed by a button; the address stays until then", async () => {
    const username = await createConfirmedMember();
    await visit(SETTINGS, signedInAs(username, IGNORE_TOKEN_REFRESH), async (visited) => {
      const { page, open, dataRequests } = visited;
      await section(page, "Account").waitFor();
      const row = await openRow(page, "Email");
      await row.getByLabel("Current password").fill("wrong horse 7");
      await email(page).getByLabel("New email").fill(newEmailOf(username));
      await email(page).getByRole("button", { name: "Change email" }).click();
      await email(page).getByText("This is not your current password").waitFor();
      expect(await pending(page, username).count()).toBe(0);
      await requestChange(page, username);
      await pending(page, username).waitFor();
      const first = await changeLink(username);
      await email(page).getByRole("button", { name: "Send the link again" }).click();
      await email(page)
        .getByText(`A mail is on its way to ${newEmailOf(username)}.`)
        .nth(1)
        .waitFor();
      await expect.poll(() => changeLink(username)).not.toBe(first);
      const again = email(page).getByRole("button", { name: "Send it again", exact: true });
      expect(await again.getAttribute("aria-disabled")).toBe("true");
      await again.press("Enter");
      const announced = page.locator("body > [role=status]");
      await expect.poll(() => announced.textContent()).toMatch(/You can send it again in \d+ seconds\./);
      expect(dataRequests.filter((request) => request.includes('"SendEmailChange"'))).toHaveLength(1);
      await page.reload();
      await pending(page, username).waitFor();
      await email(page).getByRole("button", { name: "Cancel the change" }).click();
      await page.getByText("The change is cancelled.").first().waitFor();
      await pending(page, username).waitFor({ state: "detached" });
      // The focused button is gone.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
      await email(page)
        .getByText(`${emailOf(username)} Confirmed`)
        .waitFor();

      await open(await changeLink(username));
      await main(page).getByRole("button", { name: "Confirm the new email" }).click();
      await page.getByText("This code is wrong, was used before or has expired. Ask for a new mail.").waitFor();
      await main(page)
        .getByText(/^In your account settings you can see whether the change is still pending/)
        .waitFor();

      const cancelled = await changeLink(username);
      await open(SETTINGS);
      await requestChange(page, username);
      await expect.poll(() => changeLink(username)).not.toBe(cancelled);
      const link = await changeLink(username);
      // Opening the page alone does nothing.
      for (let times = 0; times < 2; times += 1) {
        await open("/en/");
        await open(link);
        await main(page)
          .getByText(new RegExp(`^You are logged in as ${username}\\.`))
          .waitFor();
        await expect.poll(() => page.url()).not.toContain("#");
      }
      await main(page).getByRole("button", { name: "Confirm the new email" }).click();
      await expectStatus(page, `The email of your account is now ${newEmailOf(username)}.`);
    });
  });

  it("is confirmed only by logging in to the account on the device that opens the link", async () => {
    const [username, other] = [await createConfirmedMember(), await createMember()];
    await visit(SETTINGS, signedInAs(username, IGNORE_TOKEN_REFRESH), async ({ page }) => {
      await section(page, "Account").waitFor();
      await requestChange(page, username);
    });
    await visit(await changeLink(username), IGNORE_TOKEN_REFRESH, async ({ page, dataRequests }) => {
      await main(page)
        .getByText("This link gives your account a new email. Log in to confirm it: nobody else can.")
        .waitFor();
      await main(page).getByRole("button", { name: "Log in and confirm" }).click();
      await logIn(page, other);
      await main(page)
        .getByRole("alert")
        .getByText(/This link belongs to another account\. Log in to that one: the link is still good\.$/)
        .waitFor();
      await main(page).getByRole("button", { name: "Log in and confirm" }).click();
      await logIn(page, username);
      await expectStatus(page, `The email of your account is now ${newEmailOf(username)}.`);
      expect(dataRequests.filter((request) => request.includes('"ConfirmEmailChange"'))).toHaveLength(2);
      await main(page).getByRole("link", { name: "Account settings" }).click();
      await email(page)
        .getByText(`${newEmailOf(username)} Confirmed`)
        .waitFor();
      expect(await pending(page, username).count()).toBe(0);
    });
    await linkFromMail(emailOf(username), SUBJECTS.stopEmailChange);
  });

  it("can be stopped from the old address, which leads to a new password", async () => {
    const username = await createConfirmedMember();
    await visit(SETTINGS, signedInAs(username, IGNORE_TOKEN_REFRESH), async (thief) => {
      await section(thief.page, "Account").waitFor();
      await requestChange(thief.page, username);
      await pending(thief.page, username).waitFor();
      const link = await linkFromMail(emailOf(username), SUBJECTS.stopEmailChange);
      // The page would notice by itself that the session has ended, and offer nothing more.
      await thief.page.route("**/graphql/stream", () => {});
      await visit(link, {}, async ({ page, open }) => {
        await main(page)
          .getByText(/^Somebody who knows your password asked to change the email/)
          .waitFor();
        await main(page).getByRole("button", { name: "Stop the change" }).dblclick();
        await expectStatus(page, "The change is stopped. Your account keeps its email.");
        await main(page)
          .getByText(/somebody knows your password/)
          .waitFor();
        await main(page).getByRole("link", { name: "Choose a new password" }).click();
        await page.getByRole("heading", { level: 1, name: "Forgot your password?" }).waitFor();
        await page.getByLabel("Email").waitFor();
        await open(link);
        await main(page).getByRole("button", { name: "Stop the change" }).click();
        await main(page)
          .getByRole("alert")
          .getByText("This link does not work any more: the change has been stopped or confirmed, or it has expired.")
          .waitFor();
        await main(page).getByRole("link", { name: "Choose a new password" }).waitFor();
      });
      // Everything that could act for the account has ended, so nobody can request the change again.
      await email(thief.page).getByRole("button", { name: "Send the link again" }).click();
      await thief.page.getByRole("dialog", { name: "Log in" }).waitFor();
      await thief.page.keyboard.press("Escape");
      // Nothing typed would be lost, so nothing of the account stays on the page.
      await main(thief.page).getByText("Log in to see your account.").waitFor();
      expect(await thief.page.evaluate(() => document.body.innerHTML)).not.toContain(emailOf(username));
      await thief.open(await changeLink(username));
      await main(thief.page).getByRole("button", { name: "Log in and confirm" }).waitFor();
    });
  });
});
