import { describe, expect, inject, it } from "vitest";
import {
  expectMember,
  hasFocus,
  logIn,
  createMember,
  openRow,
  PASSWORD,
  section,
  signedInAs,
  SETTINGS,
} from "./account";
import { waitUntilUsable, visit } from "./visit";

describe("account settings", () => {
  it("change the name and the language of mails, and report errors", async () => {
    const [username, taken] = [await createMember(), await createMember()];
    await visit(SETTINGS, signedInAs(username), async ({ page, open }) => {
      await section(page, "Account").waitFor();
      const name = await openRow(page, "Username");
      await name.getByLabel("Username").fill(taken);
      await name.getByRole("button", { name: "Change username" }).click();
      await name.getByText("This username is taken").waitFor();
      await name.getByLabel("Username").fill(`${username}-b`);
      await name.getByRole("button", { name: "Change username" }).click();
      await name.getByText("Saved.").waitFor();
      await expectMember(page, `${username}-b`);
      const language = await openRow(page, "Language of mails");
      // One row is open at a time.
      await name.getByLabel("Username").waitFor({ state: "hidden" });
      await language.getByLabel("Language of mails").selectOption("bn");
      await language.getByLabel("Language of mails").press("Tab");
      await page.keyboard.press("Enter");
      await language.getByText("Saved.").waitFor();
      await open(SETTINGS);
      await page.getByRole("heading", { level: 1, name: `${username}-b` }).waitFor();
      await language.locator("summary").getByText("বাংলা").waitFor();
      expect(await language.getByLabel("Language of mails").inputValue()).toBe("bn");
      expect(await name.getByLabel("Username").inputValue()).toBe(`${username}-b`);
    });
  });

  it("a changed password logs out the other browser; devices can be logged out one by one", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username), async ({ page, context }) => {
      await section(page, "Account").waitFor();
      const otherBrowser = await context.browser()?.newContext();
      const other = await otherBrowser?.newPage();
      if (!otherBrowser || !other) throw new Error("No other browser");
      const logInToOtherBrowser = async (secret: string) => {
        await other.goto(`${inject("site")}/en/user/auth`);
        await waitUntilUsable(other);
        await logIn(other, username, secret);
        await expectMember(other, username);
      };
      const expectOtherBrowserLoggedOut = async () => {
        await other.goto(`${inject("site")}/en/`);
        await other.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      };
      await logInToOtherBrowser(PASSWORD);
      const password = await openRow(page, "Password");
      await password.getByLabel("Current password").fill(PASSWORD);
      await password.getByLabel("New password").fill(`${PASSWORD}!`);
      await password.getByLabel("Repeat the password").fill(`${PASSWORD}!`);
      await password.getByRole("button", { name: "Change password" }).click();
      await password.getByText("Your password is changed. All other devices are logged out.").waitFor();
      expect(await password.getByLabel("Current password").inputValue()).toBe("");
      await expectOtherBrowserLoggedOut();

      await logInToOtherBrowser(`${PASSWORD}!`);
      await page.reload();
      const devices = section(page, "Devices");
      await devices.getByText("This device").waitFor();
      await devices
        .getByText(/^Last used .*20\d\d/)
        .first()
        .waitFor();
      const otherDevice = devices.getByRole("listitem").filter({ hasText: "Last used" }).first();
      await otherDevice.getByRole("button", { name: /^Log out Chrome on / }).click();
      await page.getByText("The device is logged out.").first().waitFor();
      await expectOtherBrowserLoggedOut();
      await logInToOtherBrowser(`${PASSWORD}!`);
      await page.reload();
      await devices.getByRole("button", { name: "Log out all other devices" }).click();
      await page.getByText("All other devices are logged out.").first().waitFor();
      await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
      await expectOtherBrowserLoggedOut();
      await otherBrowser.close();
    });
  });

  it("API tokens are shown once, work, and can be revoked", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username), async ({ page }) => {
      await section(page, "Account").waitFor();
      const tokens = section(page, "API tokens");
      const form = await openRow(page, "New token");
      // Its button is not one any more while the form is open.
      expect(await form.locator("summary").getByText("New token").isVisible()).toBe(false);
      expect(await form.locator("summary").getByText("Close").isVisible()).toBe(true);
      await tokens.getByRole("button", { name: "Create a token" }).click();
      await tokens.getByText("Enter a name").waitFor();
      await tokens.getByLabel("Name of the token").fill("My script");
      await tokens.getByRole("button", { name: "Create a token" }).click();
      const token = await tokens.locator("code").textContent();
      const ask = () =>
        fetch(`${inject("site")}/graphql`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token ?? ""}` },
          body: JSON.stringify({ query: "{ __typename }" }),
        });
      expect((await ask()).status).toBe(200);
      await tokens.getByText(/^Read only · Valid until .* · (Never used|Last used .*)$/).waitFor();
      await page.reload();
      await tokens.getByText("My script").waitFor();
      await tokens.getByText("1 of 20").waitFor();
      expect(await tokens.locator("code").count()).toBe(0);
      // It asks first.
      const remove = tokens.getByRole("button", { name: "Delete My script" });
      await remove.click();
      const question = page.getByRole("dialog", { name: "Delete My script?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "detached" });
      expect(await hasFocus(remove)).toBe(true);
      expect((await ask()).status).toBe(200);
      await remove.click();
      await question.getByRole("button", { name: "Delete the token" }).click();
      await page.getByText("The token is deleted.").first().waitFor();
      await tokens.getByText("My script").waitFor({ state: "detached" });
      expect((await ask()).status).toBe(401);
    });
  });

  it("delete the account, with the password", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username), async ({ page, open }) => {
      await section(page, "Account").waitFor();
      const deletion = section(page, "Delete account");
      // One form at a time.
      const row = await openRow(page, "Username");
      await deletion.getByRole("button", { name: "Delete account" }).click();
      await expect.poll(() => row.getAttribute("open")).toBeNull();
      await openRow(page, "Username");
      await deletion.getByLabel("Password", { exact: true }).waitFor({ state: "detached" });
      await deletion.getByRole("button", { name: "Delete account" }).click();
      await deletion.getByLabel("Password", { exact: true }).fill("wrong horse 7");
      await deletion.getByRole("button", { name: "Delete my account for good" }).click();
      await deletion.getByText("This is not your current password").waitFor();
      await deletion.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${inject("site")}/en/`);
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      await open("/en/user/auth");
      await logIn(page, username);
      await page.getByText("Username, email or password is wrong.").waitFor();
    });
  });
});
