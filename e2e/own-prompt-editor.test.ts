import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, hasFocus, SESSION_ENDS, signedInAs } from "./account";
import { visit, waitForFocusIn, waitUntilUsable } from "./visit";

const IGNORE_FAILURES = {
  expectedComplaints: [...(SESSION_ENDS.expectedComplaints ?? []), /ERR_INTERNET_DISCONNECTED/, /ERR_ABORTED/],
};
const TEXT = "Explain {{topic}} to a child.";

const editor = (page: Page) => page.getByRole("dialog", { name: /Add a prompt|Change the prompt/ });
const title = (page: Page) => editor(page).getByRole("textbox", { name: "Title", exact: true });
const text = (page: Page) => editor(page).getByRole("textbox", { name: "Text", exact: true });
const save = (page: Page) => editor(page).getByRole("button", { name: /^Save/ });
const creations = (requests: readonly string[]) => requests.filter((request) => request.includes('"CreatePrompt"'));

async function openEditor(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).click();
  await waitForFocusIn(editor(page));
}

/** Whether a prompt will be shared is seen without scrolling, and covers nothing that has the focus. */
async function expectShareInView(page: Page): Promise<void> {
  const share = editor(page).getByRole("switch", { name: "Share with everyone" }).locator("..");
  const edges = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  // One line, which leaves the form in sight.
  const line = await edges(share);
  expect(line.bottom - line.top).toBeLessThan(60);
  expect((await edges(share)).bottom).toBeLessThan((await edges(save(page))).top);
  await editor(page).getByText("Notes: where it comes from, other versions").click();
  const notes = editor(page).getByRole("textbox", { name: "Notes" });
  await notes.focus();
  expect((await edges(notes)).bottom).toBeLessThan((await edges(share)).top);
}

describe("the editor of prompts", () => {
  it("shows whether it will be shared, and adds a prompt by keyboard alone, whose draft survives a closed tab, once for two taps", async () => {
    const username = await createMember();
    await visit(
      "/en/user/",
      signedInAs(username, { ...IGNORE_FAILURES, viewport: { width: 1440, height: 900 } }),
      async ({ page, dataRequests, documents }) => {
        await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).focus();
        await page.keyboard.press("Enter");
        await expect.poll(() => hasFocus(title(page))).toBe(true);
        await expectShareInView(page);
        await title(page).focus();
        await page.keyboard.type("A clear letter 👩‍👩‍👧");
        await editor(page).getByText("16 / 120").waitFor();
        // Enter in a line sends nothing that is not finished.
        await page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
        await page.keyboard.type("Write to the reader");
        await page.keyboard.press("Control+Shift+ArrowLeft");
        await editor(page).getByRole("button", { name: "Make the selection a blank" }).press("Enter");
        expect(await text(page).inputValue()).toBe("Write to the {{reader}}");
        await page.keyboard.press("Control+z");
        expect(await text(page).inputValue()).toBe("Write to the reader");
        await page.keyboard.press("Control+Shift+z");
        expect(await text(page).inputValue()).toBe("Write to the {{reader}}");
        await editor(page).getByRole("complementary", { name: "Preview" }).getByLabel("reader").fill("Ada");
        const tags = editor(page).getByRole("combobox", { name: "Tags" });
        await tags.press("w");
        await page.keyboard.type("rit");
        await page.keyboard.press("Enter");
        await editor(page).getByRole("button", { name: "Remove Writing" }).waitFor();
        await page.keyboard.press("ArrowDown");
        await editor(page).getByRole("listbox").getByRole("option").first().waitFor();
        // The first Escape closes the list alone.
        await page.keyboard.press("Escape");
        await editor(page)
          .getByText(/^Draft kept on this device/)
          .waitFor();

        await page.reload();
        await waitUntilUsable(page);
        await page.getByRole("button", { name: "Go on writing" }).click();
        await title(page).waitFor();
        expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual([
          "A clear letter 👩‍👩‍👧",
          "Write to the {{reader}}",
        ]);
        await save(page).dblclick();
        await editor(page).waitFor({ state: "detached" });
        const link = page.getByRole("link", { name: "Open the prompt" });
        await link.waitFor();
        expect(creations(dataRequests)).toHaveLength(1);
        const loaded = documents.length;
        await link.click();
        await page.getByRole("heading", { name: "A clear letter", level: 1 }).waitFor();
        expect(documents).toHaveLength(loaded);
      },
    );
  });

  it("has a draft for each new prompt, shows the versions of two tabs of one, and saves none a second time", async () => {
    await visit(
      "/en/user/",
      signedInAs(await createMember(), IGNORE_FAILURES),
      async ({ page, context, dataRequests }) => {
        const control = (tab: Page, name: string) => editor(tab).getByRole("button", { name, exact: true });
        const drafts = (tab: Page) => tab.getByRole("main").getByRole("listitem").filter({ hasText: "Your draft of" });
        const type = async (tab: Page, words: string) => {
          await title(tab).fill(words);
          await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain(`"${words}"`);
        };
        await openEditor(page);
        await text(page).fill(TEXT);
        await type(page, "First");
        const second = await context.newPage();
        second.on("request", (request) => dataRequests.push(request.postData() ?? ""));
        await second.goto(`${inject("site")}/en/user/`);
        await waitUntilUsable(second);
        await openEditor(second);
        expect(await title(second).inputValue()).toBe("");
        await editor(second).getByText("First", { exact: true }).waitFor();
        await type(second, "Second");
        await control(second, "Close").click();
        await drafts(second).filter({ hasText: "First" }).getByRole("button", { name: "Go on writing" }).click();
        await title(second).waitFor();
        expect(await title(second).inputValue()).toBe("First");
        await type(second, "First, changed here");
        await type(page, "First and much more");
        await editor(second).getByText("This draft was changed in another tab as well.").waitFor();
        // Once one tab has saved it, the other says so.
        await control(second, "Show the other version").click();
        expect(await title(second).inputValue()).toBe("First and much more");
        expect(await text(second).inputValue()).toBe(TEXT);
        await save(second).click();
        await second.getByRole("link", { name: "Open the prompt" }).waitFor();
        await editor(page).getByText("This draft was saved or discarded in another tab.").waitFor();
        await save(page).dblclick();
        await editor(page).getByText("Not saved yet.").waitFor();
        const goOn = editor(page).locator("[data-ended]").getByRole("button");
        await expect.poll(() => hasFocus(goOn)).toBe(true);
        expect(creations(dataRequests)).toHaveLength(1);
        await goOn.click();
        await save(page).click();
        await page.getByRole("link", { name: "Open the prompt" }).waitFor();
        expect(creations(dataRequests)).toHaveLength(2);
        await expect.poll(() => drafts(second).locator("b").allTextContents()).toEqual(["Second"]);
      },
    );
  });

  it("leaves an input method alone, on a phone, in Arabic", async () => {
    const username = await createMember();
    const phone = signedInAs(username, { ...IGNORE_FAILURES, viewport: { width: 390, height: 844 } });
    await visit("/ar/user/", phone, async ({ page }) => {
      await page.getByRole("main").locator("button[aria-haspopup=dialog]").first().click();
      const field = page.getByRole("dialog").locator("textarea").first();
      // What opens gives its first field the focus.
      await expect.poll(() => hasFocus(page.getByRole("dialog").locator("input").first())).toBe(true);
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
