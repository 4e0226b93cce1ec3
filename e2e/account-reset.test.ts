import { expect, it } from "vitest";
import {
  codeFromMail,
  emailOf,
  expectMember,
  hasFocus,
  linkFromMail,
  logIn,
  createMember,
  MAIL_SENT,
  SUBJECTS,
} from "./account";
import { visit } from "./visit";

it("a forgotten password can be reset by the mail's link, which fills in the code, and with the code typed by hand", async () => {
  const username = await createMember();
  await visit("/en/user/auth?view=forgot", {}, async ({ page, open }) => {
    await page.getByLabel("Email").fill(emailOf(username));
    await page.getByRole("button", { name: "Send me a mail" }).click();
    await page.getByText(MAIL_SENT).waitFor();
    await open(await linkFromMail(emailOf(username), SUBJECTS.reset));
    const field = page.getByLabel("Code from the mail");
    await expect.poll(() => field.inputValue()).not.toBe("");
    expect(page.url()).not.toContain("#");
    await page.getByLabel("New password").fill("new horse 8!");
    await page.getByLabel("Repeat the password").fill("new horse 9!");
    await page.getByRole("button", { name: "Set a new password" }).click();
    await page.getByText("Error: Passwords do not match").waitFor();

    const code = await codeFromMail(emailOf(username), SUBJECTS.reset);
    await open("/en/");
    await open("/en/reset-password");
    expect(await field.inputValue()).toBe("");
    await page.getByLabel("New password").fill("new horse 8!");
    await page.getByLabel("Repeat the password").fill("new horse 8!");
    await page.keyboard.press("Enter");
    await page.getByText("Error: Enter the code from the mail").waitFor();
    await field.fill([...code].reverse().join(""));
    await page.keyboard.press("Enter");
    await page.getByText("Error: This code is wrong, was used before or has expired. Ask for a new mail.").waitFor();
    expect(await hasFocus(field)).toBe(true);
    expect(await page.getByLabel("New password").inputValue()).toBe("new horse 8!");
    // Copying by hand often includes surrounding characters.
    await field.fill(` ${code} `);
    await page.keyboard.press("Enter");
    await expectMember(page, username);
    await page
      .getByText(/^Your password is changed/)
      .first()
      .waitFor();
  });
  await visit("/en/user/auth", {}, async ({ page }) => {
    await logIn(page, username, "new horse 8!");
    await expectMember(page, username);
  });
});
