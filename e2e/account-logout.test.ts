import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, emailOf, expectMember, logIn, logOut, openRow, section, SETTINGS } from "./account";
import { member } from "./known-member";
import { CATALOGUE } from "./library";
import { waitUntilUsable, visit } from "./visit";

const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;
const SECRET = "my illness";

const loginLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Log in" });
const logoutDialog = (page: Page) => page.getByRole("dialog", { name: "Keep what you typed on this device?" });
const firstBlank = (page: Page) => page.locator("article[aria-labelledby=title]").getByRole("textbox").first();

/** Everything in the browser's storage that scripts can read, plus the page's content and title. */
const readableState = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value),
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );

describe("logging out", () => {
  it("takes effect in other tabs at once, and leaves nothing private in any; logging in signs in all", async () => {
    const username = await createMember();
    await visit(PROMPT, member(username), async ({ page, context }) => {
      await expectMember(page, username);
      await firstBlank(page).fill(SECRET);
      const other = await context.newPage();
      await other.goto(inject("site") + SETTINGS);
      await waitUntilUsable(other);
      const tokens = section(other, "API tokens");
      await openRow(other, "New token");
      await tokens.getByLabel("Name of the token").fill("My script");
      await tokens.getByRole("button", { name: "Create a token" }).click();
      const token = (await tokens.locator("code").textContent()) ?? "";
      await section(other, "Devices").getByRole("button", { name: "Log out", exact: true }).click();
      await logoutDialog(other).getByRole("button", { name: "Delete and log out" }).click();
      await other.getByText("You are logged out.").first().waitFor();
      await other.getByText("Log in to see your account.").waitFor();
      await expect.poll(() => firstBlank(page).inputValue()).toBe("");
      for (const tab of [page, other]) {
        await loginLink(tab).waitFor();
        for (const fact of [SECRET, username, emailOf(username), "My script", token])
          expect(await readableState(tab)).not.toContain(fact);
      }
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["polyprompt.language-hint"]);
      expect((await context.cookies()).filter(({ name }) => name.startsWith("polyprompt."))).toEqual([]);
      await loginLink(page).click();
      await logIn(page, username);
      for (const tab of [page, other]) await expectMember(tab, username);
      await tokens.getByText("My script").waitFor();
      expect(await firstBlank(page).inputValue()).toBe("");
    });
  });

  it("leaves nothing of the member on the pages that going back leads to", async () => {
    const username = await createMember();
    await visit(SETTINGS, member(username), async ({ page, open }) => {
      await section(page, "Account").waitFor();
      await (await openRow(page, "Email")).getByLabel("New email").fill(`new-${emailOf(username)}`);
      await open(PROMPT);
      await firstBlank(page).fill(SECRET);
      await open("/en/docs/privacy-policy");
      await logOut(page);
      await logoutDialog(page).getByRole("button", { name: "Delete and log out" }).click();
      await loginLink(page).waitFor();
      for (const path of [PROMPT, SETTINGS]) {
        await page.goBack();
        await page.waitForURL(inject("site") + path);
        await waitUntilUsable(page);
        await loginLink(page).waitFor();
        for (const fact of [SECRET, username, emailOf(username)]) expect(await readableState(page)).not.toContain(fact);
      }
    });
  });
});
