import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import {
  emailOf,
  endSessionsOf,
  expectMember,
  hasFocus,
  linkFromMail,
  logIn,
  createMember,
  openRow,
  openSettings,
  PASSWORD,
  IGNORE_TOKEN_REFRESH,
  section,
  signedInAs,
  SUBJECTS,
  SETTINGS,
} from "./account";
import { waitUntilUsable, visit } from "./visit";

const IGNORE_FAILURES = {
  expectedComplaints: [...(IGNORE_TOKEN_REFRESH.expectedComplaints ?? []), /ERR_INTERNET_DISCONNECTED/],
};
const NEW_PASSWORD = `${PASSWORD}!`;

const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Log in" });
const expectStatus = (page: Page, message: string) =>
  page.getByRole("status").getByText(message).first().waitFor({ state: "attached" });

/** Another browser of the member, which logs out all others. */
async function endSessionElsewhere(page: Page, username: string): Promise<void> {
  const browser = await page.context().browser()?.newContext();
  const other = await browser?.newPage();
  if (!browser || !other) throw new Error("No other browser");
  await other.goto(inject("site") + SETTINGS);
  await waitUntilUsable(other);
  await openSettings(other, username);
  await section(other, "Devices").getByRole("button", { name: "Log out all other devices" }).click();
  await other.getByText("All other devices are logged out.").first().waitFor();
  await browser.close();
}

describe("when the session was ended by another device while a form was filled in", () => {
  it("saving asks to log in and goes on afterwards, also without a network on the way", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username, IGNORE_FAILURES), async ({ page, context, dataRequests }) => {
      await section(page, "Account").waitFor();
      const password = await openRow(page, "Password");
      await password.getByLabel("Current password").fill(PASSWORD);
      await password.getByLabel("New password").fill(NEW_PASSWORD);
      await password.getByLabel("Repeat the password").fill(NEW_PASSWORD);
      await endSessionElsewhere(page, username);
      await context.setOffline(true);
      const change = password.getByRole("button", { name: "Change password" });
      await change.click();
      await password.getByText("Your password could not be changed. Check your connection and try again.").waitFor();
      await context.setOffline(false);
      await change.click();
      await signInDialog(page).getByText(`Log in as ${username} to go on: nothing that you typed is lost.`).waitFor();
      await expect.poll(() => hasFocus(signInDialog(page).getByLabel("Password", { exact: true }))).toBe(true);
      expect(await signInDialog(page).getByLabel("Username or email").inputValue()).toBe(username);

      // Dismissed, the form says what happened and keeps what was typed.
      await page.keyboard.press("Escape");
      await password.getByText("Your password could not be changed. You have been logged out.").waitFor();
      await expect.poll(() => hasFocus(change)).toBe(true);
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      await page.keyboard.press("Enter");
      await signInDialog(page).waitFor();
      await context.setOffline(true);
      await logIn(page, username);
      await signInDialog(page).getByText("You could not be logged in. Check your connection and try again.").waitFor();
      await context.setOffline(false);
      await page.keyboard.press("Enter");
      await expectStatus(page, "Your password is changed. All other devices are logged out.");
      await signInDialog(page).waitFor({ state: "detached" });
      await expectMember(page, username);
      const changes = dataRequests.filter((request) => request.includes('"ChangePassword"'));
      expect(new Set(changes.map((request) => /"variables":.*?\}\}/.exec(request)?.[0])).size).toBe(1);
    });
  });

  it("logging in by a link in another tab goes on too", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username, IGNORE_FAILURES), async ({ page, context }) => {
      await section(page, "Account").waitFor();
      const name = await openRow(page, "Username");
      await name.getByLabel("Username").fill(`${username}-b`);
      await endSessionsOf(username, page);
      await name.getByRole("button", { name: "Change username" }).click();
      const opened = context.waitForEvent("page");
      await signInDialog(page).getByRole("link", { name: "Link by email" }).click();
      const tab = await opened;
      await waitUntilUsable(tab);
      await tab.getByLabel("Username or email").fill(username);
      await tab.keyboard.press("Enter");
      await tab.getByText("Check your inbox").waitFor();
      await tab.goto(inject("site") + (await linkFromMail(emailOf(username), SUBJECTS.link)));
      await tab.locator("form").getByRole("button", { name: "Log in" }).click();
      await name.getByText("Saved.").waitFor();
      await expectMember(page, `${username}-b`);
    });
  });
});
