import type { Page, Route } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, endSessionsOf, expectMember, IGNORE_TOKEN_REFRESH, section, SETTINGS } from "./account";
import { member } from "./known-member";
import { visit, type VisitOptions } from "./visit";

const REFRESH = "**/auth/refresh";

/** A member whose access token has ended when the first page is opened. */
function memberWithoutAccess(username: string, prepare?: (page: Page) => Promise<unknown>): VisitOptions {
  const { prepare: signIn, ...options } = member(username, IGNORE_TOKEN_REFRESH);
  return {
    ...options,
    prepare: async (page) => {
      await signIn?.(page);
      await endAccess(page);
      await prepare?.(page);
    },
  };
}

const endAccess = (page: Page) => page.context().clearCookies({ name: "polyprompt.access" });

/** Tabs that wait for another tab's refresh. There are other locks: one tab has the live stream. */
const waitingTabs = (page: Page) =>
  page.evaluate(
    async () => (await navigator.locks.query()).pending?.filter(({ name }) => name === "polyprompt.refresh").length,
  );

describe("when the access token has ended", () => {
  it("requests are retried with a new access token, and share one refresh", async () => {
    const username = await createMember();
    await visit(SETTINGS, memberWithoutAccess(username), async ({ page, open, dataRequests }) => {
      await section(page, "Account").waitFor();
      await expectMember(page, username);
      expect(dataRequests.filter((request) => request.includes("/auth/refresh"))).toHaveLength(1);
      // A session that ended elsewhere turns the page into a visitor's.
      await endAccess(page);
      await endSessionsOf(username);
      await open("/en/");
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    });
  });

  it("concurrent tabs refresh at most once each, and all stay signed in", async () => {
    const username = await createMember();
    let refreshes = 0;
    const holdFirst = (page: Page) =>
      page.context().route(REFRESH, async (route: Route) => {
        refreshes += 1;
        // The first refresh is answered only when the others want to refresh too.
        if (refreshes === 1) await expect.poll(() => waitingTabs(page)).toBe(2);
        await route.continue();
      });
    await visit("/en/", memberWithoutAccess(username, holdFirst), async ({ page, context }) => {
      const others = await Promise.all(
        [SETTINGS, "/en/docs/terms-of-service"].map(async (path) => {
          const tab = await context.newPage();
          await tab.goto(inject("site") + path);
          return tab;
        }),
      );
      for (const tab of [page, ...others]) await expectMember(tab, username);
      // Storage changes reach other tabs with a delay.
      expect([1, 2, 3]).toContain(refreshes);
    });
  });
});
