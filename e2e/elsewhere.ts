import type { Page } from "playwright-core";
import { inject } from "vitest";
import { logOut } from "./account";

/** As another tab of the browser. */
export async function elsewhere(page: Page, work: (tab: Page) => Promise<unknown>): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(`${inject("site")}/en/docs/api`);
  await work(tab);
  await tab.close();
}

/** The session ends without a log-out, as when it has expired. */
export async function endElsewhere(page: Page): Promise<void> {
  await page.context().clearCookies();
  await elsewhere(page, (tab) => tab.evaluate(() => localStorage.removeItem("polyprompt.signed-in")));
}

/** Goes on within the site: the page stays the one that somebody has left. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

export const logOutElsewhere = (page: Page) =>
  elsewhere(page, async (tab) => {
    await logOut(tab);
    const dialog = tab.getByRole("dialog").getByRole("button", { name: "Log out" });
    await dialog.or(tab.getByText("You are logged out.")).first().waitFor();
    if ((await dialog.count()) > 0) await dialog.click();
    await tab.getByText("You are logged out.").first().waitFor();
  });
