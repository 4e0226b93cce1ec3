import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PRODUCT_NAME } from "../contract/product";
import { CATALOGUE, promptText } from "./library";
import { cards } from "./lists";
import { stopClock, visit } from "./visit";
import { translate } from "./words";

const FIRST = CATALOGUE[0]?.id ?? 0;
const OLDEST = "?sort=release&order=asc";
/** Code and data load only when needed, so that their failures can be timed. */
const ON_DEMAND = { connection: { saveData: true } };
const openFirstPrompt = (page: Page) => cards(page).first().getByRole("heading").getByRole("link").click();
const waitForFirstPrompt = (page: Page, locale: "en" | "ar" = "en") =>
  page.getByRole("heading", { level: 1, name: promptText(locale, FIRST).title }).waitFor();

describe("a page", () => {
  it("that crashes says what broke, and recovers after Try again", async () => {
    await visit(`/ar/${OLDEST}`, { ...ON_DEMAND, expectedComplaints: [/It broke/] }, async ({ page }) => {
      await page.evaluate(() => {
        const { stringify } = JSON;
        JSON.stringify = (value: unknown, ...rest: unknown[]) => {
          // The prompt page's structured data. The home page may render its own meanwhile.
          if (typeof value === "object" && value !== null && "@graph" in value) {
            Object.assign(window, { crashed: true });
            throw new Error("It broke.", { cause: new Error("The cause.") });
          }
          return Reflect.apply(stringify, JSON, [value, ...rest]) as string;
        };
        Object.assign(window, { mend: () => (JSON.stringify = stringify) });
      });
      await openFirstPrompt(page);
      const alert = page.getByRole("alert");
      await alert.getByRole("heading", { name: translate("ar", "This page crashed.") }).waitFor();
      await expect.poll(() => alert.getByRole("listitem").allInnerTexts()).toEqual(["It broke.", "The cause."]);
      expect(await page.getByRole("banner").isVisible()).toBe(true);
      await page.evaluate(() => Object.assign(window, { crashed: false }));
      await alert.getByRole("button", { name: translate("ar", "Try again") }).click();
      await page.waitForFunction(() => "crashed" in window && window.crashed === true);
      await alert.locator("button:enabled").waitFor();
      await page.evaluate(() => (window as unknown as { mend(): void }).mend());
      await alert.getByRole("button", { name: translate("ar", "Try again") }).click();
      await waitForFirstPrompt(page, "ar");
      expect(await alert.count()).toBe(0);
    });
  });

  it("whose data fail to load says so, names the connection, and loads them after Retry or once online", async () => {
    const options = { ...ON_DEMAND, expectedComplaints: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] };
    await visit(`/en/${OLDEST}`, options, async ({ page, context, documents }) => {
      await page.route("**/graphql", (route) => route.abort());
      await openFirstPrompt(page);
      const alert = page.getByRole("alert");
      const retry = alert.getByRole("button", { name: "Retry" });
      await alert.getByRole("heading", { name: "This page could not be loaded." }).waitFor();
      expect(await page.title()).toBe(PRODUCT_NAME);
      expect(await alert.getByText("Technical details").count()).toBe(0);
      await page.unroute("**/graphql");
      await context.setOffline(true);
      const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/graphql"));
      await retry.click();
      // Asked for once more, or it would load as soon as there is a connection.
      await failed;
      await alert.getByText("Check your connection and try again.").waitFor();
      await alert.locator("button:enabled").waitFor();
      await context.setOffline(false);
      await waitForFirstPrompt(page);
      expect(await alert.count()).toBe(0);
      expect(documents).toHaveLength(1);
    });
  });

  it("whose code or styles fail to load says so, and loads them after Retry", async () => {
    await visit(`/en/${OLDEST}`, { ...ON_DEMAND, expectedComplaints: [/ERR_FAILED/] }, async ({ page, documents }) => {
      const [code, styles] = ["**/assets/page-prompt-*.js", "**/assets/prompt-*.css"];
      for (const address of [code, styles]) await page.route(address, (route) => route.abort());
      await openFirstPrompt(page);
      const alert = page.getByRole("alert");
      const retry = alert.getByRole("button", { name: "Retry" });
      for (const address of [code, styles]) {
        await alert.locator("button:enabled").waitFor();
        await alert.getByRole("heading", { name: "This page could not be loaded." }).waitFor();
        await page.unroute(address);
        const failed = address === code && page.waitForEvent("requestfailed", (it) => it.url().endsWith(".css"));
        await retry.click();
        await failed;
      }
      await waitForFirstPrompt(page);
      const workbench = page.locator("article[aria-labelledby=title] > div");
      expect(await workbench.evaluate((element) => getComputedStyle(element).display)).toBe("grid");
      expect(documents).toHaveLength(1);
    });
  });

  it("whose code was removed by a new release is reloaded once", async () => {
    await visit(
      `/en/${OLDEST}`,
      { ...ON_DEMAND, expectedComplaints: [/status of 404/] },
      async ({ page, documents }) => {
        await page.route("**/assets/*.js", async (route) => {
          const isGone = route.request().method() === "HEAD" || route.request().url().includes("/assets/page-prompt-");
          await (isGone && documents.length < 2 ? route.fulfill({ status: 404 }) : route.continue());
        });
        await openFirstPrompt(page);
        await waitForFirstPrompt(page);
        expect(documents).toHaveLength(2);
      },
    );
  });

  it("whose code is late shows that it is loading, with a spinner, until it has loaded", async () => {
    await visit(`/en/${OLDEST}`, ON_DEMAND, async ({ page }) => {
      let answer: () => void = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/assets/page-prompt-*.js", async (route) => {
        await held;
        await route.continue();
      });
      await stopClock(page);
      await openFirstPrompt(page);
      const bar = page.locator("[class*=_bar_][aria-hidden=true]");
      await bar.waitFor({ state: "attached" });
      expect(await cards(page).first().isVisible()).toBe(true);
      const spinner = page.getByRole("status", { name: "Loading" });
      await spinner.waitFor({ state: "attached" });
      const [delay, before] = await spinner.evaluate((element) => {
        const { animationDelay, opacity } = getComputedStyle(element);
        return [animationDelay, opacity];
      });
      expect([delay, before]).toEqual(["0.2s", expect.stringMatching(/^[01]$/)]);
      await expect.poll(() => spinner.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
      await page.clock.runFor("10:00");
      expect(await spinner.isVisible()).toBe(true);
      expect(await page.getByRole("alert").count()).toBe(0);
      answer();
      await waitForFirstPrompt(page);
      // That of the comments, which are asked for once they are near, may follow it.
      await expect.poll(() => spinner.count()).toBe(0);
      expect(await bar.count()).toBe(0);
    });
  });
});
