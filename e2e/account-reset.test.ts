import { expect, it } from "vitest";
import { createMember, emailOf, expectMember, linkFromMail, MAIL_SENT, SUBJECTS } from "./account";
import { visit } from "./visit";

it("a forgotten password is reset by the mail's link, which fills in the code", async () => {
  const username = await createMember();
  await visit("/en/user/auth?view=forgot", {}, async ({ page, open }) => {
    await page.getByLabel("Email").fill(emailOf(username));
    await page.getByRole("button", { name: "Send me a mail" }).click();
    await page.getByText(MAIL_SENT).waitFor();
    await open(await linkFromMail(emailOf(username), SUBJECTS.reset));
    await expect.poll(() => page.getByLabel("Code from the mail").inputValue()).not.toBe("");
    expect(page.url()).not.toContain("#");
    await page.getByLabel("New password").fill("new horse 8!");
    await page.getByLabel("Repeat the password").fill("new horse 8!");
    await page.keyboard.press("Enter");
    await expectMember(page, username);
    await page
      .getByText(/^Your password is changed/)
      .first()
      .waitFor();
  });
});
