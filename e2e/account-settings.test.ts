import { expect, inject, it } from "vitest";
import { createMember, onAnotherDevice, openRow, PASSWORD, section, SETTINGS } from "./account";
import { member } from "./known-member";
import { visit } from "./visit";

it("the settings log out another device, and delete the account", async () => {
  const username = await createMember();
  await onAnotherDevice(username, (other) =>
    visit(SETTINGS, member(username), async ({ page }) => {
      const devices = section(page, "Devices");
      await devices.getByText("This device").waitFor();
      await devices
        .getByText(/^Last used .*20\d\d/)
        .first()
        .waitFor();
      // The one that has registered, and the one that has logged in since.
      await devices
        .getByRole("button", { name: /^Log out Unknown device/ })
        .first()
        .click();
      await page.getByText("The device is logged out.").first().waitFor();
      await devices.getByRole("button", { name: "Log out all other devices" }).click();
      await page.getByText("All other devices are logged out.").first().waitFor();
      await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
      const data = { query: "{ viewer { locale } }" };
      expect(await (await other.post(`${inject("site")}/graphql`, { data })).json()).toEqual({
        data: { viewer: null },
      });

      const deletion = section(page, "Delete account");
      // One form at a time.
      const row = await openRow(page, "Username");
      await deletion.getByRole("button", { name: "Delete account" }).click();
      await expect.poll(() => row.getAttribute("open")).toBeNull();
      await openRow(page, "Username");
      await deletion.getByLabel("Password", { exact: true }).waitFor({ state: "detached" });
      await deletion.getByRole("button", { name: "Delete account" }).click();
      await deletion.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${inject("site")}/en/`);
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    }),
  );
  // The name and the address are free again.
  await createMember(username);
});
