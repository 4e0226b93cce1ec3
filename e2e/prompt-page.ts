import type { Page } from "playwright-core";

/** What opens the menu of what one rarely does with a prompt: saving a copy, reporting it. Its author has none. */
export const moreMenu = (page: Page) => page.getByRole("complementary").locator("details").last().locator("summary");

/** Opens the menu and chooses an item. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await moreMenu(page).click();
  await page.getByRole("complementary").getByRole("button", { name }).click();
}
