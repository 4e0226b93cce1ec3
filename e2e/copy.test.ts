import type { Page } from "playwright-core";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { insertPrompts, insertUsers } from "../server/platform/testing/community";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { createMember, hasFocus, signedInAs, uniqueUsername } from "./account";
import { CATALOGUE, promptText } from "./library";
import { asNewMember } from "./known-member";
import { createPromptByApi, queryAs, updatePromptByApi } from "./own-prompts";
import { moreMenu } from "./prompt-page";
import { lastAnnouncement, uniqueAddress, visit } from "./visit";

const NUMBER = CATALOGUE[0]?.id ?? 0;
const TITLE = promptText("en", NUMBER).title;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SIGNING_IN = { expectedComplaints: [/status of 401/, /\/auth\/refresh net::ERR_ABORTED$/] };

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const copiedFrom = (page: Page) => page.getByText(/^Copied from/);
let texts = 0;
/** A text that nobody else shares. */
const newText = () => `Say {{word}} to ${uniqueUsername()}, ${(texts += 1)} times.`;

/** Shares a prompt as another member, until the test ends. @returns its number */
async function shareAsAnother(title: string, content: string): Promise<string> {
  const database = inject("database");
  const [author, id] = await inSiteDatabase(database, async (dataSource) => {
    const [authorId = ""] = await insertUsers(dataSource, [uniqueUsername()]);
    const [number = 0] = await insertPrompts(dataSource, [{ authorId, texts: [{ locale: "en", title, content }] }]);
    return [authorId, String(number)];
  });
  onTestFinished(async () => {
    await inSiteDatabase(database, (dataSource) =>
      dataSource.query("delete from user_account where id = $1", [author]),
    );
  });
  return id;
}

/** A page's HTML as a visitor gets it. */
async function documentFor(path: string): Promise<string> {
  const response = await fetch(`${inject("site")}${path}`, { headers: { "x-forwarded-for": uniqueAddress() } });
  return response.text();
}

describe("a copy", () => {
  it("of a library prompt is saved by keyboard on a phone, and its page says what it was copied from", async () => {
    const { options } = await asNewMember(PHONE);
    await visit(`/en/prompt/${NUMBER}`, options, async ({ page }) => {
      await moreMenu(page).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("Saved to your prompts.").last().waitFor();
      await expect.poll(() => lastAnnouncement(page)).toBe("Saved to your prompts.");
      expect(await hasFocus(moreMenu(page))).toBe(true);
      await page.getByRole("link", { name: "Open the prompt" }).click();
      await page.getByText("Only you can see it.").waitFor();
      await heading(page, TITLE).waitFor();
      // What only its author sees is not copied.
      expect(await page.getByText("Save a copy").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await copiedFrom(page).getByRole("link", { name: TITLE }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/en/prompt/${NUMBER}`);
      await moreMenu(page).waitFor();
      expect(await copiedFrom(page).count()).toBe(0);
    });
  });

  it("that is shared names the original in its HTML, until that is not public any more", async () => {
    const { options } = await asNewMember();
    await visit("/en/", options, async ({ page }) => {
      const original = await createPromptByApi(page, { title: "The very first", content: newText(), shared: true });
      const { saveCopy } = await queryAs<{ saveCopy: { prompt: { id: string } } }>(
        page,
        "mutation ($id: ID!) { saveCopy(promptId: $id) { prompt { id } } }",
        { id: original },
      );
      const { id } = saveCopy.prompt;
      await updatePromptByApi(page, id, { title: "A second one", content: newText(), shared: true });
      const path = `/en/prompt/${id}`;
      const html = await documentFor(path);
      expect(html).toContain("Copied from");
      expect(html).toContain(`href="/en/prompt/${original}"`);
      expect(html).toContain("The very first");
      // And its author.
      expect(html).toMatch(/Copied from .*?href="\/en\/community-prompts\?author=/s);
      await updatePromptByApi(page, original, { shared: false });
      const later = await documentFor(path);
      expect(later).toContain("A second one");
      expect(later).not.toContain("Copied from");
      expect(later).not.toContain("The very first");
    });
  });
});

describe("a text that is shared already", () => {
  const ALREADY = "Another prompt with this text is shared already";

  it("is refused in the editor with a link, and nothing typed is lost", async () => {
    const content = newText();
    const first = await shareAsAnother("First come", content);
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, SIGNING_IN), async ({ page, context }) => {
      await page.getByRole("button", { name: "Add a prompt" }).first().click();
      const editor = page.getByRole("dialog");
      await editor.getByLabel("Title", { exact: true }).fill("First served");
      await editor.getByRole("textbox", { name: "Text", exact: true }).fill(`  ${content.replace(" ", "\n")}`);
      const share = editor.getByRole("switch");
      await share.click();
      await editor.getByRole("button", { name: "Save and share" }).click();
      await editor.getByText(ALREADY).waitFor();
      expect(await editor.getByLabel("Title", { exact: true }).inputValue()).toBe("First served");
      expect(await editor.getByRole("textbox", { name: "Text", exact: true }).inputValue()).toContain("{{word}}");
      const opened = context.waitForEvent("page");
      await editor.getByRole("link", { name: "Show that prompt" }).click();
      const other = await opened;
      await heading(other, "First come").waitFor();
      expect(new URL(other.url()).pathname).toBe(`/en/prompt/${first}`);
      await other.close();
      // Privately it is nobody's business.
      await share.click();
      await editor.getByText(ALREADY).waitFor({ state: "detached" });
      await editor.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("article", { name: "First served" }).getByRole("link", { name: "First served" }).waitFor();
    });
  });
});
