import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember, hasFocus, logOut, onAnotherDevice } from "./account";
import { member } from "./known-member";
import { createPromptByApi, updatePromptByApi } from "./own-prompts";
import type { PromptParts } from "./prompt-operations";
import { lastAnnouncement, uniqueAddress, visit } from "./visit";

const MISSING = /status of 404/;
const FAILING = {
  expectedComplaints: [
    MISSING,
    /status of 401/,
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    /\/(graphql|auth\/refresh) net::ERR_ABORTED$/,
  ],
};

const bar = (page: Page) => page.getByRole("region", { name: "Your prompt" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const missing = (page: Page) => page.getByRole("heading", { name: "Page not found" });

/** A document as a visitor gets it. */
async function documentFor(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${inject("site")}${path}`, { headers: { "x-forwarded-for": uniqueAddress() } });
  return { status: response.status, html: await response.text() };
}

/** A new member, a prompt of theirs that is changed on another device, and the options of their visit. */
async function withPrompt(prompt: PromptParts, changes: readonly PromptParts[] = []) {
  const username = await createMember();
  let id = "";
  await onAnotherDevice(username, async (device) => {
    id = await createPromptByApi(device, prompt);
    for (const change of changes) await updatePromptByApi(device, id, change);
  });
  return { id, path: `/en/prompt/${id}`, options: member(username, FAILING) };
}

describe("the page of a private prompt", () => {
  it("is there for its author alone, for all while it is shared, and gone when they log out", async () => {
    const { path, options } = await withPrompt({ title: "My secret plan", content: "Plan {{what}}." });
    await visit(path, options, async ({ page }) => {
      const unknown = await documentFor("/en/prompt/99999999");
      expect(await documentFor(path)).toEqual(unknown);
      expect(unknown.status).toBe(404);
      await page.getByRole("heading", { name: "My secret plan", level: 1 }).waitFor();
      await bar(page).getByText("Only you can see it.").waitFor();
      await bar(page).getByText("Version 1", { exact: true }).waitFor();
      expect(await page.title()).toBe("My secret plan · Polyprompt");
      const neighbors = page.getByRole("navigation", { name: "Prompts before and after" });
      expect(await neighbors.getByRole("link").first().textContent()).toBe("My prompts");
      expect(await page.locator("link[rel=canonical], script[type='application/ld+json']").count()).toBe(0);
      expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
      await expect.poll(() => lastAnnouncement(page)).toBe("My secret plan");

      await button(page, "Share with everyone").click();
      await expect.poll(() => lastAnnouncement(page)).toBe("The prompt is shared with everyone.");
      expect((await documentFor(path)).html).toContain("My secret plan");
      await button(page, "Stop sharing").click();
      await bar(page).getByText("Only you can see it.").waitFor();
      await expect.poll(async () => (await documentFor(path)).status).toBe(404);

      await logOut(page).catch(() =>
        page.getByRole("dialog").getByRole("button", { name: "Delete and log out" }).click(),
      );
      await missing(page).waitFor();
      expect(await page.locator("html").innerHTML()).not.toContain("secret plan");
    });
  });
});

describe("deleting one's own prompt", () => {
  it("is confirmed, gone for everyone at once, and undone by keyboard, also on another page", async () => {
    const { path, options } = await withPrompt({ title: "Short lived", content: "Hello.", shared: true });
    await visit(path, options, async ({ page }) => {
      await button(page, "Delete…").focus();
      await page.keyboard.press("Enter");
      const cancel = page
        .getByRole("dialog", { name: "Delete “Short lived”?" })
        .getByRole("button", { name: "Cancel" });
      await expect.poll(() => hasFocus(cancel)).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => hasFocus(button(page, "Delete…"))).toBe(true);
      await page.keyboard.press("Enter");
      await expect.poll(() => hasFocus(cancel)).toBe(true);
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Enter");

      const undo = button(page, "Undo");
      await undo.waitFor();
      await page.waitForURL("**/en/user/");
      await expect.poll(() => hasFocus(undo)).toBe(true);
      await expect.poll(() => lastAnnouncement(page)).not.toBe("");
      expect((await documentFor(path)).status).toBe(404);

      await page.getByRole("banner").getByRole("link", { name: "Polyprompt" }).click();
      await page.waitForURL("**/en/");
      await expect.poll(() => lastAnnouncement(page)).toContain("Smart prompts");
      await undo.focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => lastAnnouncement(page)).toBe("The prompt is back.");
      await expect.poll(async () => (await documentFor(path)).status).toBe(200);
      expect(await undo.count()).toBe(0);
      await page.goBack();
      await page.goBack();
      await page.getByRole("heading", { name: "Short lived", level: 1 }).waitFor();
    });
  });
});

describe("the history of one's own prompt", () => {
  it("shows what changed in each language, and restores a version without losing a newer one", async () => {
    const content = "Keep numbers and links.\nBe brief.";
    const { id, path, options } = await withPrompt({ title: "First title", content, tags: ["write"] }, [
      { locale: "DE", title: "Erster Titel", content: "Sei kurz." },
      ...Array.from({ length: 11 }, (_, at) => ({
        title: `Title ${String(at + 3)}`,
        content: content.replace("links", "names"),
      })),
    ]);
    await visit(path, options, async ({ page }) => {
      const history = page.getByRole("region", { name: "History" });
      await history.getByText("Version 13", { exact: true }).waitFor();
      await bar(page).getByText("Version 13", { exact: true }).waitFor();
      await history.getByRole("button", { name: "Show older versions" }).click();
      const compare = history.getByRole("button", { name: "Compare: Version 1", exact: true });
      await expect.poll(() => hasFocus(history.getByRole("button", { name: "Compare: Version 2" }))).toBe(true);

      await compare.click();
      const difference = history.getByRole("group", { name: "Difference between version 1 and version 13" });
      await difference.getByRole("deletion").filter({ hasText: "links" }).waitFor();
      await difference.getByRole("insertion").filter({ hasText: "names" }).waitFor();
      await difference.getByRole("insertion").filter({ hasText: "Deutsch" }).waitFor();
      await difference.getByLabel("Language").selectOption({ label: "Deutsch" });
      await difference.getByRole("insertion").filter({ hasText: "Sei kurz." }).waitFor();

      // Another device saves before the version is restored.
      await updatePromptByApi(page, id, { title: "Saved elsewhere" });
      await history.getByRole("button", { name: "Restore: Version 1", exact: true }).click();
      await page.getByRole("heading", { name: "First title", level: 1 }).waitFor();
      await history.getByText("Version 15", { exact: true }).waitFor();
      await bar(page).getByText("Version 15", { exact: true }).waitFor();
      await history.getByRole("button", { name: "Compare: Version 14" }).click();
      await history.getByRole("deletion").filter({ hasText: "Saved elsewhere" }).waitFor();
    });
  });
});
