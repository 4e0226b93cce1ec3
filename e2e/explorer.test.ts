import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, PASSWORD, signedInAs } from "./account";
import { logOutElsewhere } from "./elsewhere";
import { visit } from "./visit";

const SECRET = "my illness";

const editor = (page: Page) => page.locator(".graphiql-query-editor");
const result = async (page: Page) => (await page.locator(".result-window").innerText()).replace(/\s/g, "");
const run = (page: Page) => page.getByRole("button", { name: /Execute query/ }).click();

async function openExplorer(page: Page): Promise<void> {
  await page.goto(`${inject("site")}/graphql`);
  // Before its text is there, nothing can be run.
  await editor(page).locator(".CodeMirror-line").first().waitFor();
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

/** Somebody writes there elsewhere; what was written goes again. */
async function commentOnFeedbackPage(username: string, work: (id: string) => Promise<void>): Promise<void> {
  await inSiteDatabase(inject("database"), async (dataSource) => {
    const [row] = await dataSource.query<{ id: string }[]>(
      `insert into comment (author_id, body, html, html_version)
       select id, 'Told', array['<p>Told</p>'], 1 from user_account where username = $1 returning id`,
      [username],
    );
    const id = row?.id ?? "";
    try {
      await work(id);
    } finally {
      await dataSource.query("delete from comment where id = $1", [id]);
    }
  });
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
      const credentials = `identifier: "${username}", password: "${PASSWORD}"`;
      await write(page, `mutation Prompts { login(${credentials}) { problems { code } } }`);
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

  it("shows first how to use the API, and an example of a header with a token", async () => {
    await visit("/en/", { expectedComplaints: [/status of 401/] }, async ({ page }) => {
      await openExplorer(page);
      const documentation = page.locator(".graphiql-doc-explorer");
      const heading = documentation.getByRole("heading", { name: "Authentication" });
      // What is hidden is beside the page.
      await expect.poll(async () => (await heading.boundingBox())?.x ?? -1).toBeGreaterThan(0);
      await documentation.getByText("Authorization: Bearer <token>").first().waitFor();
      await documentation.getByRole("heading", { name: "Compatibility" }).scrollIntoViewIfNeeded();
      await documentation.getByRole("link", { name: "Query", exact: true }).click();
      // The new page is read from its beginning.
      await expect
        .poll(async () => (await documentation.getByText("Query", { exact: true }).first().boundingBox())?.y ?? -1)
        .toBeGreaterThan(0);
      await page.getByRole("tab", { name: "Copy" }).click();
      await editor(page).getByText("updatedSince").waitFor();
      await page.getByRole("tab", { name: "Token" }).click();
      await page.locator(".graphiql-editor-tool").getByText("Bearer <token>").waitFor();
      await editor(page).getByText("apiToken").waitFor();
      // GraphiQL reads the new text a moment after it shows it; until then the button offers the former tab's two queries.
      const execute = page.getByRole("button", { name: /Execute query/ });
      await expect.poll(() => execute.getAttribute("aria-haspopup")).toBeNull();
      await run(page);
      await expect.poll(() => result(page)).toContain("UNAUTHENTICATED");
    });
  });

  it("tells by the subscription what somebody writes, and why it is refused", async () => {
    const username = await createMember();
    await visit("/en/", { expectedComplaints: [/status of 400/] }, async ({ page }) => {
      await openExplorer(page);
      await page.getByRole("tab", { name: "Live" }).click();
      await editor(page).getByText("subscription", { exact: true }).waitFor();
      const isOpen = page.waitForResponse(
        (response) => response.url().endsWith("/graphql/stream") && response.status() === 200,
      );
      await run(page);
      await isOpen;
      await commentOnFeedbackPage(username, async (id) => {
        await expect.poll(() => result(page)).toContain(`"kind":"COMMENT_ADDED","promptId":null,"commentId":"c${id}"`);
      });
      await page.getByRole("button", { name: /Stop query/ }).click();
      await write(page, "subscription Live { live { kind } }");
      await run(page);
      await expect.poll(() => result(page)).toContain("Thereisnothingtowaitfor.");
    });
  });
});
