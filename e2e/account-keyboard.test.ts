import type { Locator, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { createMember, hasFocus, PASSWORD, section, SETTINGS } from "./account";
import { visit } from "./visit";

/** More than the number of controls on any of these pages. */
const MAX_STEPS = 60;

/** Presses Tab until a control is focused, and checks at each step that the focus is visible. */
async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let step = 0; step < MAX_STEPS && !(await hasFocus(control)); step += 1) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
  }
  expect(await hasFocus(control), String(control)).toBe(true);
}

async function expectVisibleFocus(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return "nothing has the focus";
    const { top, bottom, width } = activeElement.getBoundingClientRect();
    const framed = [activeElement, activeElement.closest("form")].some(
      (element) => element && getComputedStyle(element).outlineStyle !== "none",
    );
    return framed && width > 1 && bottom > 0 && top < innerHeight ? "seen" : activeElement.outerHTML;
  });
  expect(seen).toBe("seen");
}

/** Replaces the value of the focused field and submits its form. */
async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

const expectStatus = (part: Locator | Page, message: string) =>
  part.getByRole("status").getByText(message).first().waitFor({ state: "attached" });

it("a keyboard user can log in, make and delete a token in the settings, and log out", async () => {
  const username = await createMember();
  await visit("/en/docs/terms-of-service", {}, async ({ page }) => {
    const banner = page.getByRole("banner");
    await tabTo(page, banner.getByRole("link", { name: "Log in" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await expect.poll(() => hasFocus(dialog.getByLabel("Username or email"))).toBe(true);
    await write(page, dialog.getByLabel("Username or email"), username);
    await write(page, dialog.getByLabel("Password", { exact: true }), "wrong horse 7");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").getByText("Username, email or password is wrong.").waitFor();
    await expectVisibleFocus(page);
    await enter(page, PASSWORD);
    await expectStatus(page, `You are logged in as ${username}.`);
    const menu = banner.locator("summary", { hasText: "Account" });
    await expect.poll(() => hasFocus(menu)).toBe(true);
    await menu.getByText(username).waitFor();
    await expectVisibleFocus(page);

    const item = banner.getByRole("link", { name: "Settings", exact: true });
    await page.keyboard.press("Enter");
    await tabTo(page, item);
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    expect(await hasFocus(menu)).toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, item);
    await page.keyboard.press("Enter");
    await page.waitForURL(inject("site") + SETTINGS);
    await expect.poll(() => hasFocus(page.getByRole("main"))).toBe(true);

    const tokens = section(page, "API tokens");
    await tabTo(page, page.getByRole("group", { name: "New token", exact: true }).locator("summary"));
    await page.keyboard.press("Enter");
    await write(page, tokens.getByLabel("Name of the token"), "My script");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^This is your new token/);
    await expectVisibleFocus(page);
    await page.keyboard.press("Tab");
    expect(await hasFocus(tokens.getByRole("button", { name: "Copy" }))).toBe(true);
    await page.keyboard.press("Enter");
    await expectStatus(tokens, "Copied");
    await tabTo(page, tokens.getByRole("button", { name: "Delete My script" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Delete My script?" });
    await expect.poll(() => hasFocus(question.getByRole("button", { name: "Cancel" }))).toBe(true);
    await tabTo(page, question.getByRole("button", { name: "Delete the token" }));
    await page.keyboard.press("Enter");
    await expectStatus(page, "The token is deleted.");
    await expect.poll(() => hasFocus(tokens)).toBe(true);
    await expectVisibleFocus(page);

    await tabTo(page, menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, banner.getByRole("button", { name: "Log out" }));
    await page.keyboard.press("Enter");
    await expectStatus(page, "You are logged out.");
    await page.getByText("Log in to see your account.").waitFor();
  });
});
