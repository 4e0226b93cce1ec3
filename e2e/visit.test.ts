import { expect, it } from "vitest";
import { visit } from "./visit";

it.each([
  "console.error('e')",
  "console.warn('w')",
  "setTimeout(() => { throw new Error('u') })",
  "fetch('/graphql', { method: 'PUT' })",
  "fetch('http://localhost:1/elsewhere').catch(() => {})",
])("a journey fails when the browser complains about %s", async (deed) => {
  const journey = visit("/en/", {}, async ({ page }) => {
    await page.evaluate(deed);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  });
  await expect(journey).rejects.toThrow("to deeply equal []");
});

it("a journey without browser complaints does not fail", async () => {
  await visit("/en/", {}, async ({ page }) => {
    await page.evaluate("console.info('i')");
  });
});
