import { expect, it } from "vitest";
import { visit } from "./visit";

it("a journey fails when the browser complains, or when it leaves what the privacy policy does not name", async () => {
  for (const action of [
    "console.error('e')",
    "console.warn('w')",
    "setTimeout(() => { throw new Error('u') })",
    "fetch('/graphql', { method: 'PUT' })",
    "fetch('http://localhost:1/elsewhere').catch(() => {})",
    "localStorage.setItem('polyprompt.unnamed', '1')",
    "sessionStorage.setItem('polyprompt.unnamed', '1')",
  ]) {
    const journey = visit("/en/", {}, async ({ page }) => {
      await page.evaluate(action);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    });
    await expect(journey, action).rejects.toThrow("to deeply equal []");
  }
  // Whatever else a page does.
  await visit("/en/", {}, ({ page }) => page.evaluate("console.info('i')"));
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
        return entries.filter(({ name, transferSize }) => /\/assets\/core-.*\.(js|css)$/.test(name) && transferSize > 0)
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
  expect(first).toMatchObject({ traces: { session: [], databases: [], caches: [] }, downloads: 2, cookies: [] });
  for (const journey of later) expect(journey).toEqual(first);
});
