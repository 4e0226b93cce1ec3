import { afterAll, beforeAll, expect, test } from "vitest";
import { promptSegments } from "../../../contract/prompt-markup";
import { LOCALES } from "../../../contract/locales";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { IS_QUICKLY_FILLED, readPickOfTheDay } from "./pick.reader";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

const pickOn = async (date: string) => (await readPickOfTheDay(site.dataSource, new Date(date)))?.id;

test("the pick is the same for a whole UTC day, and another one on the next day", async () => {
  const first = await pickOn("2026-11-22T00:00:00Z");
  expect(first).toBeDefined();
  expect(await pickOn("2026-11-22T23:59:59.999Z")).toBe(first);
  expect(await pickOn("2026-11-23T00:00:00Z")).not.toBe(first);
});

test("every pick has its turn before one returns, and each is quickly filled in, in every language", async () => {
  const picks: string[] = [];
  for (let day = 1; day <= 200; day += 1) {
    picks.push((await readPickOfTheDay(site.dataSource, new Date(Date.UTC(2026, 0, day))))?.id ?? "");
  }
  const choices = new Set(picks);
  expect(choices.size).toBeGreaterThan(10);
  expect(new Set(picks.slice(0, choices.size)).size).toBe(choices.size);
  expect(picks.slice(choices.size, 2 * choices.size)).toEqual(picks.slice(0, choices.size));

  const { promptsByIds } = await site.query<{ promptsByIds: { locales: string[]; text: { content: string } }[] }>(
    "query ($ids: [ID!]!) { promptsByIds(ids: $ids) { locales text(locale: EN) { content } } }",
    { ids: [...choices] },
  );
  for (const { locales, text } of promptsByIds) {
    expect(locales).toHaveLength(LOCALES.length);
    const blanks = promptSegments(text.content).flatMap((segment) =>
      segment.kind === "variable" ? [segment.variable] : [],
    );
    expect(blanks.length).toBeLessThanOrEqual(4);
    expect(blanks.some((blank) => blank.default !== null)).toBe(true);
    expect(text.content).not.toMatch(/^[ \t]*\{\{[^{}]*\}\}[ \t]*$/m);
  }
});

test("the API tells today's pick", async () => {
  const before = await pickOn(new Date().toISOString());
  const { pickOfTheDay } = await site.query<{ pickOfTheDay: { id: string } }>("{ pickOfTheDay { id } }");
  // A day may end in between.
  expect([before, await pickOn(new Date().toISOString())]).toContain(pickOfTheDay.id);
});

test("the pick is found without reading the texts of the library", async () => {
  await site.dataSource.query("analyze prompt_text");
  await site.dataSource.transaction(async (manager) => {
    await manager.query("set local enable_seqscan = off");
    const plan = await manager.query<unknown[]>(
      `explain select prompt_id from prompt_text t where t.locale = 'en' and ${IS_QUICKLY_FILLED}`,
    );
    expect(JSON.stringify(plan)).toContain("prompt_text_pick_idx");
  });
});
