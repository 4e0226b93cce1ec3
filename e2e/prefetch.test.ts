import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isDeep } from "../server/platform/testing/deep";
import { CATALOGUE, promptText } from "./library";
import { cards } from "./lists";
import { scrollTo, stopClock, visit, waitForPrefetching } from "./visit";

const OLDEST = "/en/?sort=release&order=asc";
const FIRST = CATALOGUE[0]?.id ?? 0;
const pageQueries = (requests: readonly string[]) => requests.filter((request) => request.includes("query PromptPage"));
const firstLink = (page: Page) => cards(page).first().getByRole("heading").getByRole("link");

const isPromptPage = (url: string) => url.includes("/assets/page-prompt-");

/** The scripts that the page has requested so far. */
function scripts(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") found.push(request.url());
  });
  return found;
}

describe("before a link is used", () => {
  it("its page's code loads when it is visible, its data when it is pointed at, once", async () => {
    let loaded: string[] = [];
    const prepare = (page: Page) => Promise.resolve((loaded = scripts(page)));
    await visit(OLDEST, { prepare }, async ({ page, dataRequests }) => {
      await scrollTo(firstLink(page));
      await expect.poll(() => loaded.some(isPromptPage)).toBe(true);
      expect(pageQueries(dataRequests)).toEqual([]);
      await firstLink(page).hover();
      await expect.poll(() => pageQueries(dataRequests).length).toBe(1);
      await firstLink(page).click();
      await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
      expect(pageQueries(dataRequests)).toHaveLength(1);
    });
  });

  it("its data load when it is focused by keyboard, and passing over it requests nothing", async () => {
    await visit(OLDEST, {}, async ({ page, dataRequests }) => {
      await waitForPrefetching(page);
      await stopClock(page);
      await firstLink(page).hover();
      await page.clock.runFor(30);
      await page.getByRole("heading", { level: 1 }).hover();
      await page.clock.runFor(500);
      expect(pageQueries(dataRequests)).toEqual([]);
      await firstLink(page).hover();
      await page.clock.runFor(500);
      await expect.poll(() => pageQueries(dataRequests).length).toBe(1);
      await cards(page).nth(1).getByRole("heading").getByRole("link").focus();
      await page.clock.runFor(500);
      await expect.poll(() => pageQueries(dataRequests).length).toBe(2);
    });
  });
});

const SLOW = [
  { what: "a connection with data saver", connection: { effectiveType: "4g", saveData: true } },
  { what: "a 2g connection", connection: { effectiveType: "2g", saveData: false } },
  { what: "a slow 2g connection", connection: { effectiveType: "slow-2g", saveData: false } },
];

it.each(isDeep ? SLOW : SLOW.slice(0, 1))("nothing is prefetched on $what", async ({ connection }) => {
  let loaded: string[] = [];
  const prepare = (page: Page) => Promise.resolve((loaded = scripts(page)));
  await visit(OLDEST, { prepare, connection }, async ({ page, dataRequests }) => {
    await waitForPrefetching(page);
    await stopClock(page);
    await firstLink(page).hover();
    await page.clock.runFor(1000);
    expect(pageQueries(dataRequests)).toEqual([]);
    expect(loaded.filter(isPromptPage)).toEqual([]);
    await firstLink(page).click();
    await page.getByRole("heading", { level: 1, name: promptText("en", FIRST).title }).waitFor();
    expect(loaded.filter(isPromptPage)).toHaveLength(1);
  });
});
