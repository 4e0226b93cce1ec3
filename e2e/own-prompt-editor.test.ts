import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, endSessionsOf, hasFocus, IGNORE_TOKEN_REFRESH, logIn, signedInAs } from "./account";
import { updatePromptByApi } from "./own-prompts";
import { visit, waitForFocusIn, waitUntilUsable } from "./visit";

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
  await waitForFocusIn(editor(page));
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
  it("shows whether a prompt will be shared without scrolling, and covers nothing with it that has the focus", async () => {
    const options = signedInAs(await createMember(), { viewport: { width: 1440, height: 900 } });
    await visit("/en/user/", options, async ({ page }) => {
      await openEditor(page);
      const share = editor(page).getByRole("switch", { name: "Share with everyone" });
      const edges = (part: Locator) =>
        part.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        });
      expect((await edges(share)).bottom).toBeLessThan((await edges(save(page))).top);
      await editor(page).getByText("Notes: where it comes from, other versions").click();
      const notes = editor(page).getByRole("textbox", { name: "Notes" });
      await notes.focus();
      expect((await edges(notes)).bottom).toBeLessThan((await edges(share)).top);
    });
  });

  it("adds a prompt by keyboard alone, whose draft survives a closed tab, once for two taps and a slow network", async () => {
    const username = await createMember();
    await visit(
      "/en/user/",
      signedInAs(username, IGNORE_FAILURES),
      async ({ page, context, dataRequests, documents }) => {
        await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).focus();
        await page.keyboard.press("Enter");
        await expect.poll(() => hasFocus(title(page))).toBe(true);
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
        await editor(page).getByRole("option").first().waitFor();
        // The first Escape closes the list alone.
        await page.keyboard.press("Escape");
        await editor(page)
          .getByText(/^Draft kept on this device/)
          .waitFor();

        await page.reload();
        await waitUntilUsable(page);
        await openEditor(page);
        expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual([
          "A clear letter 👩‍👩‍👧",
          "Write to the {{reader}}",
        ]);
        let letAnswer = () => {};
        const answer = new Promise<void>((resolve) => (letAnswer = resolve));
        await context.route("**/graphql", async (route) => {
          await answer;
          await route.continue();
        });
        await save(page).dblclick();
        await editor(page).waitFor({ state: "detached" });
        const row = page.getByRole("article", { name: "A clear letter" });
        await row.getByText("Saving…").waitFor();
        expect(await row.locator("a[href*='/prompt/'], button").count()).toBe(0);
        letAnswer();
        await row.getByRole("link", { name: "A clear letter" }).waitFor();
        const link = page.getByRole("link", { name: "Open the prompt" });
        await link.waitFor();
        expect(creations(dataRequests)).toHaveLength(1);
        await openEditor(page);
        expect(await title(page).inputValue()).toBe("");
        await expect.poll(() => hasFocus(title(page))).toBe(true);
        await page.keyboard.press("Escape");
        const loaded = documents.length;
        await link.click();
        await page.getByRole("heading", { name: "A clear letter", level: 1 }).waitFor();
        expect(documents).toHaveLength(loaded);
      },
    );
  });

  it("opens again with everything typed when it is refused, offline, or the session has ended; then it is sent", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, context, dataRequests }) => {
      await openEditor(page);
      await save(page).click();
      await editor(page).getByText("Please fill in this field").first().waitFor();
      await editor(page).getByText("Not saved yet. 2 fields need your attention:").waitFor();
      expect(await hasFocus(title(page))).toBe(true);
      await editor(page).getByRole("link", { name: "Text" }).click();
      await expect.poll(() => hasFocus(text(page))).toBe(true);
      await text(page).fill(TEXT);
      await editor(page).getByText("Not saved yet. 1 field needs your attention:").waitFor();
      await title(page).fill("x".repeat(123));
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

      await endSessionsOf(username, page);
      await save(page).click();
      await signInDialog(page).getByText("nothing that you typed is lost").waitFor();
      await expect.poll(() => hasFocus(signInDialog(page).locator("[name=password]"))).toBe(true);
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
      await endSessionsOf(username, page);
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
      await waitUntilUsable(page);
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
      await waitUntilUsable(page);
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

  it("removes a language, asks before it discards, keeps what another tab types, and survives a deletion elsewhere", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, context }) => {
      const id = await createPrompt(page, "First title");
      await updatePromptByApi(page, id, { locale: "DE", title: "Titel", content: "Wort" });
      const edit = async (tab: Page) => {
        await tab.getByRole("button", { name: /^Edit/ }).click();
        await title(tab).waitFor();
      };
      const control = (name: string) => editor(page).getByRole("button", { name, exact: true });
      await page.reload();
      await waitUntilUsable(page);
      await edit(page);
      await control("Deutsch").click();
      await control("Remove Deutsch").click();
      await expect.poll(() => hasFocus(control("Keep it"))).toBe(true);
      await control("Keep it").click();
      // What was changed elsewhere is shown first: the text in this language may be among it.
      await updatePromptByApi(page, id, { remark: "From elsewhere" });
      await control("Remove Deutsch").click();
      await control("Remove").click();
      await editor(page).getByText("There is a newer version, so nothing was saved").waitFor();
      await control("Remove").click();
      await control("Deutsch").waitFor({ state: "detached" });
      await expect.poll(() => editor(page).getByLabel("Remark").inputValue()).toBe("From elsewhere");
      expect(await asMember(page, "query ($id: ID!) { prompt(id: $id) { languages } }", { id })).toBe(
        '{"data":{"prompt":{"languages":["EN"]}}}\n',
      );
      // The last saved language stays, even if another one is begun.
      await editor(page).getByRole("combobox", { name: "Add a language" }).selectOption("fr");
      await control("Remove Français").waitFor();
      await control("English").click();
      await control("Remove Français").waitFor({ state: "detached" });
      expect(await control("Remove English").count()).toBe(0);

      const restoreStorage = await page.evaluateHandle(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = () => {
          throw new DOMException("The storage is full.", "QuotaExceededError");
        };
        return () => (Storage.prototype.setItem = setItem);
      });
      await title(page).fill("Too much");
      await editor(page).getByText("This browser cannot keep any more: do not close the tab before saving.").waitFor();
      await restoreStorage.evaluate((restore) => restore());
      await control("Discard").click();
      await editor(page).getByText("Discard your changes? The prompt stays as you last saved it.").waitFor();
      await expect.poll(() => hasFocus(control("Go on writing"))).toBe(true);
      await page.keyboard.press("Enter");
      expect(await title(page).inputValue()).toBe("Too much");
      await control("Discard").click();
      await control("Discard").click();
      await editor(page).waitFor({ state: "detached" });
      await edit(page);
      expect(await title(page).inputValue()).toBe("First title");

      const tab = await context.newPage();
      await tab.goto(`${inject("site")}/en/user/`);
      await waitUntilUsable(tab);
      await edit(tab);
      await title(tab).fill("Typed there");
      await editor(tab)
        .getByText(/^Draft kept/)
        .waitFor();
      await title(page).fill("Typed here");
      await editor(page).getByText("This draft was changed in another tab as well.").waitFor();
      await control("Show the other version").click();
      expect(await title(page).inputValue()).toBe("Typed there");
      await control("Show the other version").click();
      expect(await title(page).inputValue()).toBe("Typed here");
      await tab.close({ runBeforeUnload: false });

      await asMember(page, "mutation ($id: ID!) { deletePrompt(id: $id) { undoableUntil } }", { id });
      await save(page).click();
      await editor(page).getByText("This prompt has since been deleted. Saving makes it a new one.").waitFor();
      expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual(["Typed here", TEXT]);
      await editor(page).getByRole("switch", { name: "Share with everyone" }).check();
      await control("Save and share").click();
      await page.getByText(/· 2 prompts, 1 of them shared$/).waitFor();
      await page.getByRole("link", { name: "Open the prompt" }).click();
      await page.getByRole("region", { name: "Your prompt" }).getByText("It is shared with everyone.").waitFor();
      await page.getByRole("heading", { name: "Typed here", level: 1 }).waitFor();
    });
  });

  it.each(["Save", "Discard"])("%s in one tab ends its own words; what another tab has written stays", async (how) => {
    await visit("/en/user/", signedInAs(await createMember(), IGNORE_FAILURES), async ({ page, context }) => {
      const openTab = async () => {
        const tab = await context.newPage();
        await tab.goto(`${inject("site")}/en/user/`);
        await waitUntilUsable(tab);
        await openEditor(tab);
        return tab;
      };
      const end = async (tab: Page) => {
        await title(tab).fill(`${how} these`);
        await text(tab).fill(TEXT);
        await editor(tab).getByText("Both versions are kept: nothing is lost.").waitFor();
        await editor(tab).getByRole("button", { name: how, exact: true }).click();
        if (how === "Discard") await editor(tab).getByRole("button", { name: how, exact: true }).click();
        else await tab.getByRole("link", { name: "Open the prompt" }).waitFor();
        await editor(tab).waitFor({ state: "detached" });
      };
      const words = async (tab: Page) => [await title(tab).inputValue(), await text(tab).inputValue()];
      await openEditor(page);
      const other = await openTab();
      await title(page).fill("An hour");
      await text(page).fill("of work");
      await editor(page)
        .getByText(/^Draft kept on this device/)
        .waitFor();
      await end(other);
      await page.reload();
      await waitUntilUsable(page);
      await openEditor(page);
      expect(await words(page)).toEqual(["An hour", "of work"]);
      // Nor is it lost when its tab has been closed before.
      const second = await openTab();
      await title(page).fill("An hour and more");
      await page.keyboard.press("Escape");
      await editor(page).waitFor({ state: "detached" });
      await page.goto("about:blank");
      await end(second);
      await openEditor(second);
      expect(await words(second)).toEqual(["An hour and more", "of work"]);
    });
  });

  it("keeps the versions of several tabs, shows the newest state of each, and saves none a second time", async () => {
    await visit(
      "/en/user/",
      signedInAs(await createMember(), IGNORE_FAILURES),
      async ({ page, context, dataRequests }) => {
        const openTab = async () => {
          const tab = await context.newPage();
          tab.on("request", (request) => dataRequests.push(request.postData() ?? ""));
          await tab.goto(`${inject("site")}/en/user/`);
          await waitUntilUsable(tab);
          await openEditor(tab);
          return tab;
        };
        const control = (tab: Page, name: string) => editor(tab).getByRole("button", { name, exact: true });
        const type = async (tab: Page, words: string) => {
          await title(tab).fill(words);
          await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain(`"${words}"`);
        };
        await openEditor(page);
        const [second, third] = [await openTab(), await openTab()];
        await type(page, "First");
        await type(second, "Second");
        await editor(second).getByText("Both versions are kept: nothing is lost.").waitFor();
        await type(page, "First and much more");
        await type(third, "Third");
        await third.close({ runBeforeUnload: false });
        await editor(second).getByText("All versions are kept: nothing is lost.").waitFor();

        // The first is shown as it is stored by now; its tab types on, and takes nothing away.
        await control(second, "Show the next version").click();
        expect(await title(second).inputValue()).toBe("First and much more");
        await type(page, "First, changed once more");
        await type(second, "First, changed here");
        await second.reload();
        await waitUntilUsable(second);
        await openEditor(second);
        const shown = [await title(second).inputValue()];
        for (let turn = 0; turn < 3; turn += 1) {
          await control(second, "Show the next version").click();
          shown.push(await title(second).inputValue());
        }
        expect(shown).toEqual(["First, changed here", "Second", "Third", "First, changed once more"]);

        // Both tabs show the same version now. Once one has saved it, the other says so.
        await text(second).fill(TEXT);
        await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(TEXT);
        await page.reload();
        await waitUntilUsable(page);
        await openEditor(page);
        expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual([shown.at(-1), TEXT]);
        await save(second).click();
        await second.getByRole("link", { name: "Open the prompt" }).waitFor();
        await editor(page).getByText("This draft was saved or discarded in another tab.").waitFor();
        await save(page).dblclick();
        await editor(page).getByText("Not saved yet.").waitFor();
        await expect.poll(() => hasFocus(control(page, "Go on writing"))).toBe(true);
        expect(creations(dataRequests)).toHaveLength(1);
        await page.keyboard.press("Enter");
        await expect.poll(() => hasFocus(title(page))).toBe(true);
        await type(page, "Another prompt");
        await save(page).click();
        await page.getByRole("link", { name: "Open the prompt" }).waitFor();
        expect(creations(dataRequests)).toHaveLength(2);
        await openEditor(page);
        expect(await title(page).inputValue()).toBe("Third");
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
