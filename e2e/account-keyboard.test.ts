import type { Locator, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { expectMember, hasFocus, createMember, PASSWORD, section, SETTINGS, IGNORE_TOKEN_REFRESH } from "./account";
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

it("a keyboard user can log in, open the settings from the menu, and log out", async () => {
  const username = await createMember();
  await visit("/en/", {}, async ({ page }) => {
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

    await tabTo(page, menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, banner.getByRole("button", { name: "Log out" }));
    await page.keyboard.press("Enter");
    await expectStatus(page, "You are logged out.");
    await expect.poll(() => hasFocus(banner.getByRole("link", { name: "Log in" }))).toBe(true);
    await page.getByText("Log in to see your account.").waitFor();
  });
});

it("a keyboard user can change every setting; results are announced, and the focus is never lost", async () => {
  const [username, taken] = [await createMember(), await createMember()];
  await visit(`/en/user/auth?return=${encodeURIComponent(SETTINGS)}`, IGNORE_TOKEN_REFRESH, async ({ page }) => {
    await write(page, page.getByLabel("Username or email"), username);
    await write(page, page.getByLabel("Password", { exact: true }), PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(inject("site") + SETTINGS);
    const row = (title: string) => page.getByRole("group", { name: title, exact: true });
    const openByKey = async (title: string) => {
      await tabTo(page, row(title).locator("summary"));
      await page.keyboard.press("Enter");
      return row(title);
    };
    const name = row("Username");
    await name.waitFor();
    await expect.poll(() => hasFocus(page.getByRole("main"))).toBe(true);

    await openByKey("Username");
    await write(page, name.getByLabel("Username"), "x");
    await tabTo(page, name.getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Enter");
    expect(await hasFocus(name.locator("summary"))).toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, name.getByLabel("Username"));
    expect(await name.getByLabel("Username").inputValue()).toBe(username);
    await enter(page, taken);
    await name.getByText("This username is taken").waitFor();
    expect(await hasFocus(name.getByLabel("Username"))).toBe(true);
    await enter(page, `${username}-b`);
    await expectStatus(name, "Saved.");
    await expectMember(page, `${username}-b`);
    await expectVisibleFocus(page);
    await enter(page, " ");
    await name.getByText("Enter a username").waitFor();
    expect(await name.getByText("Saved.").count()).toBe(0);

    const password = await openByKey("Password");
    await write(page, password.getByLabel("Current password"), "wrong horse 7");
    await write(page, password.getByLabel("New password"), `${PASSWORD}!`);
    await write(page, password.getByLabel("Repeat the password"), `${PASSWORD}!`);
    await page.keyboard.press("Enter");
    await password.getByText("This is not your current password").waitFor();
    await expect.poll(() => hasFocus(password.getByLabel("Current password"))).toBe(true);
    await write(page, password.getByLabel("Current password"), PASSWORD);
    const change = password.getByRole("button", { name: "Change password" });
    await tabTo(page, change);
    await page.keyboard.press("Space");
    await expectStatus(password, "Your password is changed. All other devices are logged out.");
    expect(await hasFocus(change)).toBe(true);
    expect(await password.getByLabel("New password").inputValue()).toBe("");

    const tokens = section(page, "API tokens");
    const label = tokens.getByLabel("Name of the token");
    await openByKey("New token");
    await tabTo(page, label);
    await page.keyboard.press("Enter");
    await tokens.getByText("Enter a name").waitFor();
    expect(await hasFocus(label)).toBe(true);
    await enter(page, "My script");
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

    const deletion = section(page, "Delete account");
    const begin = deletion.getByRole("button", { name: "Delete account" });
    await tabTo(page, begin);
    await page.keyboard.press("Enter");
    const secret = deletion.getByLabel("Password", { exact: true });
    await expect.poll(() => hasFocus(secret)).toBe(true);
    await enter(page, "wrong horse 7");
    await deletion.getByText("This is not your current password").waitFor();
    expect(await hasFocus(secret)).toBe(true);
    await tabTo(page, deletion.getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Enter");
    await secret.waitFor({ state: "detached" });
    expect(await hasFocus(begin)).toBe(true);

    await tabTo(page, section(page, "Devices").getByRole("button", { name: "Log out", exact: true }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expectStatus(page, "You are logged out.");
    await page.getByText("Log in to see your account.").waitFor();
    await expectVisibleFocus(page);
  });
});
