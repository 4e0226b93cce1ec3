import type { Locator, Page } from "playwright-core";
import { afterAll, expect, inject, it } from "vitest";
import { insertPrompts } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, expectMember, hasFocus } from "./account";
import { member } from "./known-member";
import { queryAs } from "./own-prompts";
import { scrollTo, visit, waitUntilUsable } from "./visit";
import { translate } from "./words";

const numbers: number[] = [];
const database = inject("database");

/** A prompt of a member who does nothing else. */
async function sharedPrompt(): Promise<{ id: string; title: string; page: string }> {
  const author = await createMember();
  const title = `Voted ${author}`;
  const id = await inSiteDatabase(database, async (dataSource) => {
    const [user] = await dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      author,
    ]);
    const texts = [{ locale: "en", title, content: "Say it." }] as const;
    const [number = 0] = await insertPrompts(dataSource, [{ authorId: user?.id ?? "", texts }]);
    return number;
  });
  numbers.push(id);
  return { id: String(id), title, page: `/en/prompt/${String(id)}` };
}
afterAll(() =>
  inSiteDatabase(database, (dataSource) => dataSource.query("delete from prompt where id = any($1::int[])", [numbers])),
);

const up = (page: Page, title: string) => page.getByRole("button", { name: `Vote up “${title}”` });
const down = (page: Page, title: string) => page.getByRole("button", { name: `Vote down “${title}”` });
const pressed = async (page: Page, title: string) =>
  Promise.all([up, down].map((button) => button(page, title).getAttribute("aria-pressed")));
const NOT = ["false", "false"];
const UP = ["true", "false"];
const DOWN = ["false", "true"];

const count = (page: Page) => page.locator("aside [data-look]").getByTitle(/^Support: /);
const support = async (page: Page) => (await count(page).getAttribute("title"))?.replace("Support: ", "");

interface Stored {
  viewerVote: string;
  upvoteDifference: number;
}
async function stored(page: Page, id: string): Promise<Stored> {
  const { prompt } = await queryAs<{ prompt: Stored }>(
    page,
    "query ($id: ID!) { prompt(id: $id) { viewerVote upvoteDifference } }",
    { id },
  );
  return prompt;
}
const isStored = (page: Page, id: string, viewerVote: string, upvoteDifference: number) =>
  expect.poll(() => stored(page, id)).toEqual({ viewerVote, upvoteDifference });

const announced = (page: Page) =>
  page.locator("[aria-live]").evaluateAll((regions) => regions.map(({ textContent }) => textContent).join(" "));

it("a member's vote is cast, changed and taken back by pointer and by keyboard, is in no document, and fits a phone in Arabic", async () => {
  const { id, title, page: path } = await sharedPrompt();
  const username = await createMember();
  await visit(path, member(username), async ({ page, open }) => {
    await expectMember(page, username);
    expect([await pressed(page, title), await support(page), await count(page).innerText()]).toEqual([
      NOT,
      "0",
      "Support: 0",
    ]);
    expect(await leastSide(up(page, title))).toBeGreaterThanOrEqual(24);
    await up(page, title).click();
    expect([await pressed(page, title), await support(page)]).toEqual([UP, "1"]);
    expect(await announced(page)).toContain("Support: 1");
    await isStored(page, id, "UP", 1);
    const html = await (await page.request.get(inject("site") + path)).text();
    expect(html).toContain(`Vote up “${title}”`);
    expect(html).not.toContain("viewerVote");
    expect(html).not.toContain('aria-pressed="true"');
    await down(page, title).click();
    expect([await pressed(page, title), await support(page)]).toEqual([DOWN, "-1"]);
    await isStored(page, id, "DOWN", -1);
    await page.reload();
    await waitUntilUsable(page);
    await expect.poll(() => pressed(page, title)).toEqual(DOWN);
    expect(await support(page)).toBe("-1");
    await down(page, title).click();
    expect([await pressed(page, title), await support(page)]).toEqual([NOT, "0"]);
    await isStored(page, id, "NONE", 0);
    await up(page, title).focus();
    await page.keyboard.press("Enter");
    await isStored(page, id, "UP", 1);
    await page.keyboard.press("Tab");
    expect(await hasFocus(down(page, title))).toBe(true);
    await page.keyboard.press("Space");
    await isStored(page, id, "DOWN", -1);
    expect(await hasFocus(down(page, title))).toBe(true);

    await page.setViewportSize({ width: 320, height: 800 });
    await open(`/ar/prompt/${id}`);
    const button = page.getByRole("button", { name: translate("ar", "Vote up “{title}”", { title }) });
    await scrollTo(button);
    expect(await leastSide(button)).toBeGreaterThanOrEqual(40);
    await button.click();
    await isStored(page, id, "UP", 1);
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

async function leastSide(button: Locator): Promise<number> {
  const box = await button.boundingBox();
  return Math.min(box?.width ?? 0, box?.height ?? 0);
}
