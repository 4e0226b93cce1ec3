import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, endSessionsOf, IGNORE_TOKEN_REFRESH, logIn, signedInAs } from "./account";
import { untilUsable, visit } from "./visit";

const IGNORE_FAILURES = {
  expectedComplaints: [...(IGNORE_TOKEN_REFRESH.expectedComplaints ?? []), /ERR_INTERNET_DISCONNECTED/, /ERR_ABORTED/],
};
const TEXT = "Explain {{topic}} to a child.";

const editor = (page: Page) => page.getByRole("dialog", { name: /Add a prompt|Change the prompt/ });
const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Log in" });
const title = (page: Page) => editor(page).getByRole("textbox", { name: "Title", exact: true });
const text = (page: Page) => editor(page).getByRole("textbox", { name: "Text", exact: true });
const save = (page: Page) => editor(page).getByRole("button", { name: /^Save/ });
const creations = (requests: readonly string[]) => requests.filter((request) => request.includes('"CreatePrompt"'));

async function openEditor(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).click();
  await title(page).waitFor();
}

/** Queries the API as the member of this browser. */
async function asMember(page: Page, query: string, variables: object): Promise<string> {
  const response = await page.context().request.post(`${inject("site")}/graphql`, { data: { query, variables } });
  return response.text();
}

async function createPrompt(page: Page, words: string): Promise<string> {
  const input = { locale: "EN", title: words, content: TEXT };
  const query = "mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }";
  return /"id":"(\d+)"/.exec(await asMember(page, query, { input }))?.[1] ?? "";
}

describe("the editor of prompts", () => {
  it("adds a prompt by keyboard alone, whose draft survives a closed tab, once for two taps and a slow network", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, context, dataRequests }) => {
      await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).focus();
      await page.keyboard.press("Enter");
      await title(page).waitFor();
      await page.keyboard.type("A clear letter 👩‍👩‍👧");
      await editor(page).getByText("16 / 120").waitFor();
      // Enter in a line sends nothing that is not finished.
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Write to the reader");
      await page.keyboard.press("Control+Shift+ArrowLeft");
      await editor(page).getByRole("button", { name: "Make the selection a blank" }).press("Enter");
      expect(await text(page).inputValue()).toBe("Write to the {{reader}}");
      await editor(page).getByRole("complementary", { name: "What others see" }).getByLabel("reader").fill("Ada");
      const tags = editor(page).getByRole("combobox", { name: "Tags" });
      await tags.press("w");
      await page.keyboard.type("rit");
      await page.keyboard.press("Enter");
      await editor(page).getByRole("button", { name: "Remove Writing" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await editor(page).getByRole("option").first().waitFor();
      // The first Escape closes the list alone.
      await page.keyboard.press("Escape");
      await editor(page)
        .getByText(/^Draft kept on this device/)
        .waitFor();

      await page.reload();
      await untilUsable(page);
      await openEditor(page);
      expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual([
        "A clear letter 👩‍👩‍👧",
        "Write to the {{reader}}",
      ]);
      await context.route("**/graphql", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await save(page).dblclick();
      await editor(page).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "A clear letter" }).waitFor();
      await page.getByRole("link", { name: "Open the prompt" }).waitFor();
      expect(creations(dataRequests)).toHaveLength(1);
      await openEditor(page);
      expect(await title(page).inputValue()).toBe("");
    });
  });

  it("opens again with everything typed when it is refused, offline, or the session has ended; then it is sent", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, context, dataRequests }) => {
      await openEditor(page);
      await save(page).click();
      await editor(page).getByText("Please fill in this field").first().waitFor();
      await title(page).fill("x".repeat(123));
      await text(page).fill(TEXT);
      await save(page).click();
      await editor(page).getByText("3 characters too many").waitFor();
      await title(page).fill("Kept");
      expect(creations(dataRequests)).toEqual([]);

      await context.setOffline(true);
      await save(page).click();
      await editor(page)
        .getByText("Your prompt could not be submitted. Check your connection and try again.")
        .waitFor();
      expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual(["Kept", TEXT]);
      await expect.poll(() => page.getByRole("link", { name: "Kept" }).count()).toBe(0);
      await context.setOffline(false);

      await endSessionsOf(username);
      await save(page).click();
      await signInDialog(page).getByText("nothing that you typed is lost").waitFor();
      await page.keyboard.press("Escape");
      await editor(page).getByText("Your prompt could not be submitted. You have been logged out.").waitFor();
      await save(page).click();
      await signInDialog(page).waitFor();
      await logIn(page, username);
      await page.getByRole("link", { name: "Open the prompt" }).waitFor();
      await page.getByRole("link", { name: "Kept" }).waitFor();
    });
  });

  it("another member that signs in instead sends nothing and sees nothing; the words wait for their owner", async () => {
    const [username, other] = [await createMember(), await createMember()];
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, dataRequests }) => {
      await openEditor(page);
      await title(page).fill("Secret words");
      await text(page).fill(TEXT);
      await endSessionsOf(username);
      await save(page).click();
      await signInDialog(page).waitFor();
      await logIn(page, other);
      await page.getByText("You are logged in to another account now.").first().waitFor();
      const sent = creations(dataRequests).length;
      await page.getByRole("heading", { level: 1, name: other }).waitFor();
      expect(await page.locator("body").innerText()).not.toContain("Secret words");
      await openEditor(page);
      expect(await title(page).inputValue()).toBe("");
      expect(creations(dataRequests)).toHaveLength(sent);
      await page.keyboard.press("Escape");
      await endSessionsOf(other);
      await page.reload();
      await untilUsable(page);
      await page.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
      await logIn(page, username);
      await openEditor(page);
      expect(await title(page).inputValue()).toBe("Secret words");
    });
  });

  it("shows both versions when another device has saved a newer one, and writes several languages at once", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page }) => {
      const id = await createPrompt(page, "First title");
      await page.reload();
      await untilUsable(page);
      await page.getByRole("button", { name: /^Edit/ }).click();
      await title(page).fill("My title");
      await editor(page).getByRole("combobox", { name: "Add a language" }).selectOption("de");
      await title(page).fill("Mein Titel");
      await text(page).fill("Erkläre {{topic|Thema}}.");
      const newer = { title: "Their title", remark: "Their remark" };
      const update =
        "mutation ($id: ID!, $input: UpdatePromptInput!) { updatePrompt(id: $id, input: $input) { prompt { id } } }";
      await asMember(page, update, { id, input: newer });
      await save(page).click();
      const conflict = editor(page).getByRole("group", { name: /^Title/ });
      await conflict.getByText("Their title").waitFor();
      expect(await title(page).inputValue()).toBe("My title");
      await conflict.getByRole("radio", { name: /The newer version/ }).check();
      expect(await title(page).inputValue()).toBe("Their title");
      await conflict.getByRole("radio", { name: /Your version/ }).check();
      await save(page).click();
      await page.getByText("Your changes are saved").first().waitFor();
      const saved = await asMember(
        page,
        "query ($id: ID!) { prompt(id: $id) { languages en: text(locale: EN) { title remark } de: text(locale: DE) { title } } }",
        { id },
      );
      expect(JSON.parse(saved)).toEqual({
        data: {
          prompt: {
            languages: ["DE", "EN"],
            en: { title: "My title", remark: "Their remark" },
            de: { title: "Mein Titel" },
          },
        },
      });
      await page.getByRole("link", { name: "My title" }).waitFor();
    });
  });

  it("leaves an input method alone, on a phone, in Arabic", async () => {
    const username = await createMember();
    const phone = signedInAs(username, { ...IGNORE_FAILURES, viewport: { width: 390, height: 844 } });
    await visit("/ar/user/", phone, async ({ page }) => {
      await page.getByRole("main").locator("button[aria-haspopup=dialog]").first().click();
      const field = page.getByRole("dialog").locator("textarea").first();
      await field.focus();
      const session = await page.context().newCDPSession(page);
      await session.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
      // The draft is written meanwhile.
      await page.getByRole("dialog").locator("form").waitFor();
      await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes("にほん"))).toBe(true);
      await session.send("Input.insertText", { text: "日本" });
      expect(await field.inputValue()).toBe("日本");
      const foot = page.getByRole("dialog").locator("button[type=submit]");
      const box = await foot.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(844);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });
});
