import type { Page } from "playwright-core";
import { inject } from "vitest";
import { logOut } from "./account";

/** As another tab of the browser. */
async function elsewhere(page: Page, work: (tab: Page) => Promise<unknown>): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(`${inject("site")}/en/docs/terms-of-service`);
  await work(tab);
  await tab.close();
}

export const logOutElsewhere = (page: Page) =>
  elsewhere(page, async (tab) => {
    await logOut(tab);
    const dialog = tab.getByRole("dialog").getByRole("button", { name: "Delete and log out" });
    await dialog.or(tab.getByText("You are logged out.")).first().waitFor();
    if ((await dialog.count()) > 0) await dialog.click();
    await tab.getByText("You are logged out.").first().waitFor();
  });
