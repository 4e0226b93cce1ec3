import { describe, expect, inject, it } from "vitest";
import { expectMember, logIn, createMember, openRow, PASSWORD, section, signedInAs, SETTINGS } from "./account";
import { member } from "./known-member";
import { CATALOGUE } from "./library";
import { waitUntilUsable, visit } from "./visit";

const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;
const SECRET = "my illness";

describe("account settings", () => {
  it("log out another browser", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username), async ({ page, context }) => {
      await section(page, "Account").waitFor();
      const otherBrowser = await context.browser()?.newContext();
      const other = await otherBrowser?.newPage();
      if (!otherBrowser || !other) throw new Error("No other browser");
      await other.goto(`${inject("site")}/en/user/auth`);
      await waitUntilUsable(other);
      await logIn(other, username);
      await expectMember(other, username);
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
      await other.goto(`${inject("site")}/en/`);
      await other.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      await otherBrowser.close();
      await devices.getByRole("button", { name: "Log out all other devices" }).click();
      await page.getByText("All other devices are logged out.").first().waitFor();
      await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
    });
  });

  it("delete the account, with the password, and what it has in the browser", async () => {
    const username = await createMember();
    await visit(PROMPT, member(username), async ({ page, open }) => {
      await expectMember(page, username);
      await page.locator("article[aria-labelledby=title]").getByRole("textbox").first().fill(SECRET);
      await open(SETTINGS);
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
      const left = () =>
        page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML]),
        );
      for (const fact of [SECRET, username]) expect(await left()).not.toContain(fact);
      await open("/en/user/auth");
      await logIn(page, username);
      await page.getByText("Username, email or password is wrong.").waitFor();
    });
  });
});
