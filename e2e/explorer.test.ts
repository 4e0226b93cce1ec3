import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, PASSWORD, signedInAs } from "./account";
import { logOutElsewhere } from "./elsewhere";
import { visit } from "./visit";

const SECRET = "my illness";

const editor = (page: Page) => page.locator(".graphiql-query-editor");
const result = async (page: Page) => (await page.locator(".result-window").innerText()).replace(/\s/g, "");
const run = (page: Page) => page.getByRole("button", { name: /Execute query/ }).click();

async function openExplorer(page: Page): Promise<void> {
  await page.goto(`${inject("site")}/graphql`);
  await editor(page).waitFor();
}

async function write(page: Page, query: string): Promise<void> {
  await editor(page).locator(".CodeMirror, .monaco-editor").first().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(query);
}

/** What the page shows and the browser keeps. */
async function traces(page: Page): Promise<string> {
  await editor(page).locator(".CodeMirror-line, .view-line").first().waitFor();
  const shown = await page.locator("body").innerText();
  return (
    shown.replaceAll("\u00a0", " ") +
    (await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])))
  );
}

describe("the API explorer", () => {
  it("runs queries, keeps nothing of what was written and answered in the browser, and ends with its member", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username), async ({ page }) => {
      await page.getByRole("banner").locator("summary", { hasText: "Account" }).waitFor();
      // What former releases have kept.
      await page.evaluate(() => {
        for (const name of ["query", "queries", "tabState"]) localStorage.setItem(`graphiql:${name}`, "former words");
      });
      await openExplorer(page);
      expect(await traces(page)).not.toMatch(/former words|graphiql:/);
      expect(await page.getByRole("link", { name: "Polyprompt" }).getAttribute("href")).toBe("/");
      const written = await page.evaluateHandle(() => {
        const keys: string[] = [];
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
          keys.push(key);
          setItem.call(this, key, value);
        };
        return keys;
      });
      const text = `{ locale: EN, title: "Diary", content: "${SECRET}" }`;
      await write(
        page,
        `mutation Prompts { createPrompt(texts: ${text}) { prompt { text(locale: EN) { content } } } }`,
      );
      await run(page);
      await expect.poll(() => result(page)).toContain(SECRET.replace(" ", ""));
      const credentials = `{ identifier: "${username}", password: "${PASSWORD}" }`;
      await write(page, `mutation Prompts { login(input: ${credentials}) { problems { code } } }`);
      await run(page);
      await expect.poll(() => result(page)).toContain('"problems":[]');
      expect(await written.jsonValue()).toEqual([]);

      const isReloaded = page.waitForEvent("load");
      await logOutElsewhere(page);
      await isReloaded;
      for (const again of [false, true]) {
        if (again) await openExplorer(page);
        expect(await traces(page)).not.toMatch(new RegExp(`${SECRET}|${PASSWORD}|graphiql:`));
      }
    });
  });
});
