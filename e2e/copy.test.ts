import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, hasFocus, onAnotherDevice, uniqueUsername } from "./account";
import { CATALOGUE, promptText } from "./library";
import { asNewMember } from "./known-member";
import { createPromptByApi, queryAs, updatePromptByApi } from "./own-prompts";
import { moreMenu } from "./prompt-page";
import { lastAnnouncement, uniqueAddress, visit } from "./visit";

const NUMBER = CATALOGUE[0]?.id ?? 0;
const TITLE = promptText("en", NUMBER).title;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const copiedFrom = (page: Page) => page.getByText(/^Copied from/);
let texts = 0;
/** A text that nobody else shares. */
const newText = () => `Say {{word}} to ${uniqueUsername()}, ${(texts += 1)} times.`;

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
      const original = copiedFrom(page).getByRole("link", { name: TITLE });
      expect(await original.getAttribute("href")).toBe(`/en/prompt/${NUMBER}`);
    });
  });

  it("that is shared names the original in its HTML, until that is not public any more", async () => {
    await onAnotherDevice(await createMember(), async (device) => {
      const original = await createPromptByApi(device, { title: "The very first", content: newText(), shared: true });
      const { createPromptCopy } = await queryAs<{ createPromptCopy: { prompt: { id: string } } }>(
        device,
        "mutation ($id: ID!) { createPromptCopy(promptId: $id) { prompt { id } } }",
        { id: original },
      );
      const { id } = createPromptCopy.prompt;
      await updatePromptByApi(device, id, { title: "A second one", content: newText(), shared: true });
      const path = `/en/prompt/${id}`;
      const html = await documentFor(path);
      expect(html).toContain("Copied from");
      expect(html).toContain(`href="/en/prompt/${original}"`);
      expect(html).toContain("The very first");
      // And its author.
      expect(html).toMatch(/Copied from .*?href="\/en\/community-prompts\?author=/s);
      await updatePromptByApi(device, original, { shared: false });
      const later = await documentFor(path);
      expect(later).toContain("A second one");
      expect(later).not.toContain("Copied from");
      expect(later).not.toContain("The very first");
    });
  });
});
