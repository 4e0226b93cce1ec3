import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, openSettings, PASSWORD, section, SETTINGS } from "./account";
import { visit } from "./visit";

const USERNAME = "username: text username";
const EMAIL = "email: email email";
const CURRENT = "currentPassword: password current-password";
const NEW_PASSWORD = ["password: password new-password", "passwordConfirmation: password new-password"];
/** Password managers store a password under it. */
const HIDDEN_USERNAME = "username: text username hidden";
const LOGIN = [USERNAME, "password: password current-password"];

/** What a password manager sees of each form: name, type and autocomplete purpose of its fields. Each has one submit button. */
async function formsIn(part: Locator): Promise<string[][]> {
  const forms = await part.locator("form").evaluateAll((all) =>
    all.map((form) => ({
      submits: [...form.querySelectorAll("button")].filter(({ type }) => type === "submit").length,
      fields: [...form.querySelectorAll("input")].map(({ name, type, autocomplete, hidden }) =>
        `${name}: ${type} ${autocomplete} ${hidden ? "hidden" : ""}`.trim(),
      ),
    })),
  );
  expect(forms.map(({ submits }) => submits)).toEqual(forms.map(() => 1));
  return forms.map(({ fields }) => fields).filter((fields) => fields.length > 0);
}

describe("password managers", () => {
  it("recognize each form", async () => {
    const username = await createMember();
    await visit("/en/", {}, async ({ page, open }) => {
      for (const [path, fields] of [
        ["/en/user/auth", LOGIN],
        ["/en/user/auth?view=link", ["identifier: text username"]],
        ["/en/user/auth?view=register", [USERNAME, EMAIL, ...NEW_PASSWORD, "acceptTerms: checkbox"]],
        ["/en/user/auth?view=forgot", [EMAIL]],
        ["/en/reset-password", ["code: text one-time-code", ...NEW_PASSWORD]],
      ] as const) {
        await open(path);
        await expect.poll(() => formsIn(page.getByRole("main")), { message: path }).toEqual([fields]);
      }
      await open("/en/");
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
      await page.getByRole("dialog").waitFor();
      expect(await formsIn(page.getByRole("dialog"))).toEqual([LOGIN]);
      await open(SETTINGS);
      await openSettings(page, username);
      await section(page, "Delete account").getByRole("button").click();
      expect(await formsIn(page.getByRole("main"))).toEqual([
        [USERNAME],
        [HIDDEN_USERNAME, EMAIL, CURRENT],
        [HIDDEN_USERNAME, CURRENT, ...NEW_PASSWORD],
        ["name: text off"],
        [HIDDEN_USERNAME, "password: password current-password"],
      ]);
      const kept = page.locator("input[name=username][hidden]");
      for (const field of await kept.all()) expect(await field.inputValue()).toBe(username);
    });
  });

  it("work, and so do pasting and revealing a password", async () => {
    await visit("/en/user/auth?view=register", {}, async ({ page }) => {
      await page.getByLabel("Username").fill(PASSWORD);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+c");
      for (const label of ["Password", "Repeat the password"]) {
        const field = page.getByLabel(label, { exact: true });
        await field.focus();
        await page.keyboard.press("Control+v");
        expect(await field.inputValue()).toBe(PASSWORD);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Space");
        await expect.poll(() => field.getAttribute("type")).toBe("text");
        expect(await focusedButton(page).getAttribute("aria-pressed")).toBe("true");
        await page.keyboard.press("Space");
        await expect.poll(() => field.getAttribute("type")).toBe("password");
        expect(await focusedButton(page).getAttribute("aria-pressed")).toBe("false");
      }
      expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    });
  });
});

const focusedButton = (page: Page) =>
  page.getByRole("button", { name: "Show the password" }).and(page.locator(":focus"));

it("without JavaScript a page of the account says that it needs JavaScript, and is neither indexed nor cached", async () => {
  await visit("/en/", { javaScriptEnabled: false }, async ({ page, open }) => {
    for (const path of [
      "/en/user/auth",
      "/en/user/link#code",
      "/en/user/confirm#code",
      "/en/user/change-email#code",
      "/en/user/stop-email-change#code",
      "/en/reset-password",
      "/en/user/",
      SETTINGS,
    ]) {
      const response = await fetch(inject("site") + path);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(response.headers.get("x-robots-tag"), path).toMatch(/^noindex/);
      await open(path);
      await page.getByText("This page needs JavaScript").waitFor();
      // No control that needs JavaScript.
      expect(await page.locator("button:visible, input:visible, select:visible").count(), path).toBe(0);
      expect(await page.getByRole("main").getByRole("link").count(), path).toBe(0);
      const logIn = page.getByRole("banner").getByRole("link", { name: "Log in" });
      expect(await logIn.getAttribute("href"), path).toBe("/en/user/auth");
    }
  });
});
