import { describe, expect, inject, it } from "vitest";
import { SETTINGS_PATH } from "../contract/pages";
import { isDeep } from "../server/platform/testing/deep";
import { emailOf, uniqueUsername, PASSWORD, section } from "./account";
import { waitUntilUsable, visit } from "./visit";
import { translate } from "./words";

const READY = "Your account is ready. Please confirm your email with the link that we have sent to {email}.";

const RIGHT_TO_LEFT = ["ar", "rtl"] as const;

describe.each(isDeep ? [RIGHT_TO_LEFT, ["bn", "ltr"] as const] : [RIGHT_TO_LEFT])("in %s (%s)", (locale, direction) => {
  const say = (english: string, values: Record<string, string> = {}) => translate(locale, english, values);

  it("registering reports errors and success in the language", async () => {
    const username = uniqueUsername();
    const email = emailOf(username);
    await visit(`/${locale}/user/auth?view=register`, {}, async ({ page }) => {
      expect(await page.evaluate(() => document.dir || "ltr")).toBe(direction);
      const create = page.getByRole("button", { name: say("Create an account") });
      await create.click();
      const beside = page.locator("[id$=-error]");
      await beside.getByText(say("Please agree to the terms of service and the privacy policy")).waitFor();
      for (const text of ["Enter a username", "Enter an email", "Enter a password", "Enter the password again"]) {
        expect(await beside.getByText(say(text), { exact: true }).count(), text).toBe(1);
      }
      await page.getByLabel(say("Username")).fill(username);
      await page.getByLabel(say("Email")).fill("nobody");
      await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
      await page.getByLabel(say("Repeat the password")).fill("another one");
      await page.getByRole("checkbox").check();
      await create.click();
      await beside.getByText(say("Please enter a valid email")).waitFor();
      await beside.getByText(say("Passwords do not match")).waitFor();
      await page.getByLabel(say("Email")).fill(email);
      await page.getByLabel(say("Repeat the password")).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText(say(READY, { email })).first().waitFor();
      await page.waitForURL(`${inject("site")}/${locale}/`);
      await page.goto(`${inject("site")}/${locale}${SETTINGS_PATH}`);
      await waitUntilUsable(page);
      await page.getByText(say("Not confirmed yet")).waitFor();
      await page.getByRole("button", { name: say("Delete account") }).click();
      await section(page, say("Delete account"))
        .getByRole("button", { name: say("Cancel") })
        .waitFor();
      const menu = page.locator("header details", { hasText: say("Log out") });
      await menu.getByRole("listitem", { includeHidden: true }).getByText(username).waitFor({ state: "attached" });
    });
  });
});
