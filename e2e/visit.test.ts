import { expect, it } from "vitest";
import { visit } from "./visit";

it("a journey fails when the browser complains, or when it leaves what the privacy policy does not name", async () => {
  const outcomeOf = (...actions: readonly string[]) =>
    visit("/en/", {}, async ({ page }) => {
      for (const action of actions) await page.evaluate(action);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    }).then(
      () => "passed",
      (error: unknown) => JSON.stringify((error as { actual?: unknown }).actual),
    );
  const complaints = await outcomeOf(
    "console.error('e')",
    "console.warn('w')",
    "setTimeout(() => { throw new Error('u') })",
    "fetch('/graphql', { method: 'PUT' })",
    "fetch('http://localhost:1/elsewhere').catch(() => {})",
  );
  for (const complaint of [
    "error: e",
    "warning: w",
    "uncaught: Error: u",
    "status of 40",
    "Connecting to 'http://localhost:1/elsewhere'",
  ])
    expect(complaints).toContain(complaint);
  const left = await outcomeOf("localStorage.polyprompt_local = 1", "sessionStorage.polyprompt_session = 1");
  expect(left).toBe('["polyprompt_local","polyprompt_session"]');
  // Whatever else a page does.
  expect(await outcomeOf("console.info('i')", "localStorage.theme = 'dark'")).toBe("passed");
});

it("a journey finds nothing of an earlier one with the same options", async () => {
  const journeys: { traces: unknown; downloads: number; cookies: unknown[] }[] = [];
  for (const leaving of [true, true, false]) {
    // Nothing is being prefetched when it goes offline.
    await visit("/en/", { connection: { saveData: true } }, async ({ page, context }) => {
      const traces = await page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        databases: await indexedDB.databases(),
        caches: await caches.keys(),
        history: history.length,
        online: navigator.onLine,
      }));
      const downloads = await page.evaluate(() => {
        const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        return entries.filter(({ name, transferSize }) => /\/assets\/client-[\w-]+\.js$/.test(name) && transferSize > 0)
          .length;
      });
      journeys.push({ traces, downloads, cookies: await context.cookies() });
      if (!leaving) return;
      await context.addCookies([{ name: "left", value: "1", url: page.url() }]);
      await page.evaluate(async () => {
        localStorage.setItem("theme", "dark");
        sessionStorage.setItem("polyprompt.reloaded", "1");
        await caches.open("left");
        await new Promise((resolve) => (indexedDB.open("left").onsuccess = resolve));
      });
      await context.newPage();
      await context.setOffline(true);
    });
  }
  const [first, ...later] = journeys;
  expect(first).toMatchObject({ traces: { session: [], databases: [], caches: [] }, downloads: 1, cookies: [] });
  for (const journey of later) expect(journey).toEqual(first);
});
