import type { BrowserContext, Page, Route } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import {
  emailOf,
  endSessionsOf,
  expectMember,
  logIn,
  createMember,
  openRow,
  openSettings,
  IGNORE_TOKEN_REFRESH,
  section,
  signedInAs,
  SETTINGS,
} from "./account";
import { endElsewhere } from "./elsewhere";
import { waitUntilUsable, visit } from "./visit";

const REFRESH = "**/auth/refresh";

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(inject("site") + path);
  await waitUntilUsable(tab);
  return tab;
}

/** Tabs that wait for another tab's refresh. There are other locks: one tab has the live stream. */
const waitingTabs = (page: Page) =>
  page.evaluate(
    async () => (await navigator.locks.query()).pending?.filter(({ name }) => name === "polyprompt.refresh").length,
  );

describe("when the access token has ended", () => {
  it("requests are retried with a new access token, and share one refresh", async () => {
    const username = await createMember();
    // Navigation aborts pending requests.
    const expectedComplaints = [/status of 401/, /\/auth\/refresh net::ERR_ABORTED$/];
    await visit("/en/user/auth", { expectedComplaints }, async ({ page, context, open, dataRequests }) => {
      await logIn(page, username);
      await expectMember(page, username);
      // The page that is left would notice too, and refresh for itself.
      await page.goto("about:blank");
      await context.clearCookies({ name: "polyprompt.access" });
      dataRequests.length = 0;
      await open(SETTINGS);
      await section(page, "Account").waitFor();
      await expectMember(page, username);
      expect(dataRequests.filter((request) => request.includes("/auth/refresh"))).toHaveLength(1);
      // A session that ended elsewhere turns the page into a visitor's.
      await context.clearCookies({ name: "polyprompt.access" });
      await endSessionsOf(username);
      await open("/en/");
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    });
  });

  it("concurrent tabs refresh at most once each, and all stay signed in", async () => {
    const username = await createMember();
    await visit("/en/user/auth", IGNORE_TOKEN_REFRESH, async ({ page, context }) => {
      await logIn(page, username);
      await expectMember(page, username);
      const tabs = [page, await openTab(context, "/en/"), await openTab(context, SETTINGS)];
      let refreshes = 0;
      context.on("request", (request) => (refreshes += request.url().endsWith("/auth/refresh") ? 1 : 0));
      const reloadAll = async () => {
        refreshes = 0;
        await context.clearCookies({ name: "polyprompt.access" });
        await Promise.all(tabs.map((tab) => tab.reload()));
        await Promise.all(tabs.map((tab) => expectMember(tab, username)));
        // Storage changes reach other tabs with a delay.
        expect([1, 2, 3]).toContain(refreshes);
      };
      let isFirst = true;
      // The first refresh is answered only when the others want to refresh too. Requests are caught until the end: to stop it while pages
      // load would lose some of theirs.
      const answer = async (route: Route) => {
        const isHeld = isFirst;
        isFirst = false;
        if (isHeld) await expect.poll(() => waitingTabs(page)).toBe(2);
        await route.continue();
      };
      await context.route(REFRESH, answer);
      for (let round = 0; round < 2; round += 1) await reloadAll();
    });
  });
});

it("logging out in one tab signs out the other, and leaves nothing private in it; logging in signs in both", async () => {
  const username = await createMember();
  await visit(SETTINGS, signedInAs(username, IGNORE_TOKEN_REFRESH), async ({ page, context }) => {
    await section(page, "Account").waitFor();
    const tokens = section(page, "API tokens");
    await openRow(page, "New token");
    await tokens.getByLabel("Name of the token").fill("My script");
    await tokens.getByRole("button", { name: "Create a token" }).click();
    const secret = (await tokens.locator("code").textContent()) ?? "";
    const other = await openTab(context, SETTINGS);
    await section(other, "Devices").getByRole("button", { name: "Log out", exact: true }).click();
    await other.getByText("You are logged out.").first().waitFor();
    for (const tab of [page, other]) {
      await tab.getByText("Log in to see your account.").waitFor();
      await tab.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    }
    const shown = await page.evaluate(() => document.documentElement.outerHTML);
    for (const fact of [username, emailOf(username), "My script", secret]) expect(shown).not.toContain(fact);
    // The confirmation of the last action is still shown.
    await other.getByText("You are logged out.").first().waitFor();
    await openSettings(page, username);
    for (const tab of [page, other]) {
      await section(tab, "API tokens").getByText("My script").waitFor();
      await expectMember(tab, username);
    }
  });
});

it("a new token, shown only once, stays when the session merely ends, and goes with its member", async () => {
  const [username, other] = [await createMember(), await createMember()];
  await visit(SETTINGS, signedInAs(username, IGNORE_TOKEN_REFRESH), async ({ page, context }) => {
    await section(page, "Account").waitFor();
    const tokens = section(page, "API tokens");
    await openRow(page, "New token");
    await tokens.getByLabel("Name of the token").fill("My script");
    await tokens.getByRole("button", { name: "Create a token" }).click();
    const secret = (await tokens.locator("code").textContent()) ?? "";
    await endElsewhere(page);
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    expect(await tokens.locator("code").textContent()).toBe(secret);
    const signIn = async (name: string) => {
      const tab = await openTab(context, "/en/user/auth");
      await logIn(tab, name);
      await expectMember(page, name);
      await tab.close();
    };
    await signIn(username);
    expect(await tokens.locator("code").textContent()).toBe(secret);
    await endElsewhere(page);
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    await signIn(other);
    await page.getByRole("heading", { level: 1, name: other }).waitFor();
    expect(await page.content()).not.toContain(secret);
  });
});
