import type { Locator, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { hasFocus, logIn, createMember, section, SETTINGS } from "./account";
import { CATALOGUE } from "./library";
import { visit } from "./visit";

const PHONE = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true } as const;
const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;

async function openDrawer(page: Page): Promise<Locator> {
  // The header is hidden where the page is scrolled down. A reader scrolls up and sees it come: a tap on its way would miss the button.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("html:not([data-header=hidden])").waitFor();
  await page.getByRole("banner").evaluate(async (header) => {
    await Promise.allSettled(header.getAnimations().map(({ finished }) => finished));
  });
  await page.getByRole("button", { name: "Menu" }).tap();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.waitFor();
  return drawer;
}

/** Elements that overflow the window sideways, and controls too small to touch. */
const misplacedControls = (part: Locator) =>
  part.evaluate((root) =>
    [root, ...root.querySelectorAll("*")]
      .filter((element) => {
        const { left, right, height } = element.getBoundingClientRect();
        const isControl = element.matches("button, a, input:not([hidden], [type=checkbox])");
        // The row of sections scrolls sideways.
        const isWide = (left < 0 || right > innerWidth) && !element.closest("nav");
        return isWide || (isControl && height < 24);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

it("on a phone the drawer opens a login dialog that fits, and logs out too", async () => {
  const username = await createMember();
  await visit(PROMPT, { ...PHONE }, async ({ page }) => {
    const drawer = await openDrawer(page);
    await drawer.getByRole("link", { name: "Log in" }).tap();
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.waitFor();
    await drawer.waitFor({ state: "detached" });
    expect(await misplacedControls(dialog)).toEqual([]);
    await logIn(page, username);
    await page.getByText(`You are logged in as ${username}.`).first().waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(inject("site") + PROMPT);
    await expect.poll(() => hasFocus(page.getByRole("button", { name: "Menu" }))).toBe(true);

    await openDrawer(page);
    expect(await drawer.getByRole("link", { name: "Log in" }).count()).toBe(0);
    await drawer.getByRole("link", { name: `Account ${username}` }).tap();
    await page.waitForURL(`${inject("site")}/en/user/`);
    await drawer.waitFor({ state: "detached" });
    await page
      .getByRole("navigation", { name: "Your account" })
      .getByRole("link", { name: "Account", exact: true })
      .tap();
    await page.waitForURL(`${inject("site")}${SETTINGS}#account`);
    await section(page, "Account").waitFor();
    expect(await misplacedControls(page.getByRole("main"))).toEqual([]);

    // The page scrolls to the section after it has appeared.
    await page.locator("html[data-header=hidden]").waitFor();
    await openDrawer(page);
    await drawer.getByRole("button", { name: "Log out" }).tap();
    await page.getByText("You are logged out.").first().waitFor();
    await page.getByText("Log in to see your account.").waitFor();
    await (await openDrawer(page)).getByRole("link", { name: "Log in" }).waitFor();
  });
});
