import { describe, expect, it } from "vitest";
import {
  codeFromMail,
  emailOf,
  expectMember,
  hasFocus,
  linkFromMail,
  logIn,
  createMember,
  MAIL_SENT,
  PASSWORD,
  SUBJECTS,
} from "./account";
import { visit } from "./visit";

describe("a forgotten password can be reset", () => {
  it("through the mail's link: its code is filled in, and the new password works", async () => {
    const username = await createMember();
    await visit("/en/user/auth?view=forgot", {}, async ({ page, open }) => {
      await page.getByLabel("Email").fill(emailOf(username));
      await page.getByRole("button", { name: "Send me a mail" }).click();
      await page.getByText(MAIL_SENT).waitFor();
      await open(await linkFromMail(emailOf(username), SUBJECTS.reset));
      const code = page.getByLabel("Code from the mail");
      await expect.poll(() => code.inputValue()).not.toBe("");
      expect(page.url()).not.toContain("#");
      await page.getByLabel("New password").fill("new horse 8!");
      await page.getByLabel("Repeat the password").fill("new horse 9!");
      await page.getByRole("button", { name: "Set a new password" }).click();
      await page.getByText("Error: Passwords do not match").waitFor();
      await page.getByLabel("Repeat the password").fill("new horse 8!");
      await page.keyboard.press("Enter");
      await expectMember(page, username);
      await page
        .getByText(/^Your password is changed/)
        .first()
        .waitFor();
    });
    await visit("/en/user/auth", {}, async ({ page }) => {
      await logIn(page, username);
      await page.getByText("Username, email or password is wrong.").waitFor();
      await logIn(page, username, "new horse 8!");
      await expectMember(page, username);
    });
  });

  it("with a code typed by hand: a wrong one is refused, and the typed passwords stay for the next try", async () => {
    const username = await createMember();
    await visit("/en/user/auth?view=forgot", {}, async ({ page, open }) => {
      await page.getByLabel("Email").fill(emailOf(username));
      await page.keyboard.press("Enter");
      await page.getByText(MAIL_SENT).waitFor();
      const code = await codeFromMail(emailOf(username), SUBJECTS.reset);
      await open("/en/reset-password");
      const field = page.getByLabel("Code from the mail");
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
    });
    await visit("/en/user/auth", {}, async ({ page }) => {
      await logIn(page, username, PASSWORD);
      await page.getByText("Username, email or password is wrong.").waitFor();
      await logIn(page, username, "new horse 8!");
      await expectMember(page, username);
    });
  });
});
