import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  confirmEmailOf,
  createMember,
  emailOf,
  linkFromMail,
  onAnotherDevice,
  openRow,
  PASSWORD,
  section,
  SESSION_ENDS,
  SETTINGS,
  signedInAs,
  SUBJECTS,
} from "./account";
import { queryAs } from "./own-prompts";
import { visit } from "./visit";

const newEmailOf = (username: string) => `new-${emailOf(username)}`;
const main = (page: Page) => page.getByRole("main");
const expectStatus = (page: Page, message: string) => main(page).getByRole("status").getByText(message).waitFor();

async function createConfirmedMember(): Promise<string> {
  const username = await createMember();
  await confirmEmailOf(username);
  return username;
}

describe("a change of the address", () => {
  it("is pending until the button behind the link in the mail is pressed", async () => {
    const username = await createConfirmedMember();
    // Confirming gives the session another id, which a request may cross.
    await visit(SETTINGS, { ...signedInAs(username), ...SESSION_ENDS }, async ({ page, open }) => {
      const account = section(page, "Account");
      await account.waitFor();
      const row = await openRow(page, "Email");
      await row.getByLabel("New email").fill(newEmailOf(username));
      await row.getByLabel("Current password").fill(PASSWORD);
      await row.getByRole("button", { name: "Change email" }).click();
      await account.getByText(`Your email is due to change to ${newEmailOf(username)}.`).waitFor();
      await account.getByText(`${emailOf(username)} Confirmed`).waitFor();
      await open(await linkFromMail(newEmailOf(username), SUBJECTS.changeEmail));
      await main(page)
        .getByText(new RegExp(`^You are logged in as ${username}\\.`))
        .waitFor();
      expect(page.url()).not.toContain("#");
      await main(page).getByRole("button", { name: "Confirm the new email" }).click();
      await expectStatus(page, `The email of your account is now ${newEmailOf(username)}.`);
      await main(page).getByRole("link", { name: "Account settings" }).click();
      await account.getByText(`${newEmailOf(username)} Confirmed`).waitFor();
      expect(await account.getByText("Your email is due to change").count()).toBe(0);
    });
  });

  it("is stopped by the link in a mail to the old address, without logging in", async () => {
    const username = await createConfirmedMember();
    const change = `mutation ($email: String!, $password: String!) {
      changeEmail(email: $email, currentPassword: $password) { problems { code } }
    }`;
    await onAnotherDevice(username, (thief) =>
      queryAs(thief, change, { email: newEmailOf(username), password: PASSWORD }),
    );
    await visit(await linkFromMail(emailOf(username), SUBJECTS.stopEmailChange), {}, async ({ page }) => {
      await main(page).getByRole("button", { name: "Stop the change" }).click();
      await expectStatus(page, "The change is stopped. Your account keeps its email.");
    });
  });
});
