import type { Page } from "playwright-core";

/** What opens the menu of what one rarely does with a prompt: saving a copy, reporting it. Its author has none. */
export const moreMenu = (page: Page) => page.getByRole("complementary").locator("details").last().locator("summary");
