import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SITE_LINKS } from "../contract/site-links";
import { asNewMember } from "./known-member";
import { visit, waitForFocusIn } from "./visit";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 1440, height: 900 } };
const SNIPPETS = [
  ["a style of React", "<div style={{ color: 'red', margin: 0 }}>"],
  ["filters of templates", "{{ u.name|upper }}, {{ .Values.name | quote }}"],
  ["a secret of GitHub", "${{ secrets.TOKEN }}"],
  ["blocks of Handlebars", "{{#if a}}x{{/if}}{{> part}}{{{raw}}}"],
  ["a formula", String.raw`\frac{{a}}{{b}}`],
] as const;

const editor = (page: Page) => page.getByRole("dialog", { name: /Add a prompt|Change the prompt/ });
const text = (page: Page) => editor(page).getByRole("textbox", { name: "Text", exact: true });
const preview = (page: Page) => editor(page).getByRole("complementary", { name: "Preview" });
const plain = (page: Page) => editor(page).getByRole("switch", { name: "Braces are plain text" });
const kept = (page: Page) => editor(page).getByRole("button", { name: /^Keep “.*” as text$/ });
const fields = (page: Page) => page.locator("article[aria-labelledby=title]").getByRole("region").getByRole("textbox");

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).click();
  await waitForFocusIn(editor(page));
  await editor(page).getByRole("textbox", { name: "Title", exact: true }).fill("Code");
  await text(page).fill(words);
}

/** Saves the new prompt, and opens its page. */
async function openSaved(page: Page): Promise<void> {
  await editor(page).getByRole("button", { name: /^Save/ }).click();
  await page.getByRole("link", { name: "Open the prompt" }).click();
  await page.getByRole("heading", { level: 1, name: "Code" }).waitFor();
}

async function copied(page: Page): Promise<string> {
  await page.getByRole("complementary").getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("complementary").getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function sentToChat(page: Page): Promise<string | null> {
  const [chat] = SITE_LINKS.chatTargets;
  await page.locator("article[aria-labelledby=title] [aria-haspopup=menu]").click();
  const href = await page.getByRole("menuitem", { name: chat?.label ?? "" }).getAttribute("href");
  return new URL(href ?? "").searchParams.get("q");
}

describe("code with braces", () => {
  it.each(SNIPPETS)("%s stays as it was written, in the editor, in a copy and in a chat", async (_code, snippet) => {
    const { options } = await asNewMember(CLIPBOARD);
    await visit("/en/user/", options, async ({ page }) => {
      await write(page, `Explain to {{reader}}:\n\n${snippet}`);
      await expect.poll(() => kept(page).count()).toBe(1);
      expect(await kept(page).getAttribute("title")).toBe("Keep “reader” as text");
      await preview(page).getByText(snippet).waitFor();
      expect(await preview(page).getByRole("textbox").count()).toBe(1);
      await openSaved(page);
      expect(await fields(page).count()).toBe(1);
      expect(await copied(page)).toBe(`Explain to [reader]:\n\n${snippet}`);
      expect(await sentToChat(page)).toBe(`Explain to [reader]:\n\n${snippet}`);
    });
  });

  it("that reads like a blank is kept as text, one blank at a time or all by the switch, and can be made a blank", async () => {
    const { options } = await asNewMember(CLIPBOARD);
    await visit("/en/user/", options, async ({ page }) => {
      const words = "{{ name | upper }} and {{ title }}";
      await write(page, words);
      await editor(page).getByRole("button", { name: "Keep “upper” as text" }).press("Enter");
      await expect.poll(() => text(page).inputValue()).toBe("\\{{ name | upper }} and {{ title }}");
      await preview(page).getByText("{{ name | upper }} and").waitFor();
      await page.keyboard.press("Control+z");
      await expect.poll(() => text(page).inputValue()).toBe(words);
      await expect.poll(() => kept(page).count()).toBe(2);

      await plain(page).press("Space");
      expect(await text(page).inputValue()).toBe(words);
      await editor(page).getByText("Nothing in this text is a blank.").waitFor();
      await text(page).press("End");
      await page.keyboard.type(", {{more}}");
      await preview(page).getByText(`${words}, {{more}}`).waitFor();
      await openSaved(page);
      expect(await fields(page).count()).toBe(0);
      expect(await copied(page)).toBe(`${words}, {{more}}`);

      await page.getByRole("button", { name: "Edit" }).click();
      await waitForFocusIn(editor(page));
      expect(await plain(page).isChecked()).toBe(true);
      expect(await text(page).inputValue()).toBe(`${words}, {{more}}`);
      await plain(page).press("Space");
      await expect.poll(() => kept(page).count()).toBe(3);
      await text(page).fill("Mend `{{ code }}`");
      await editor(page).getByRole("button", { name: "Make them blanks" }).press("Enter");
      expect(await text(page).inputValue()).toBe("Mend `{{code|}}`");
      await preview(page).getByRole("textbox", { name: "code" }).waitFor();
    });
  });
});
