import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  createMember,
  expectMember,
  IGNORE_TOKEN_REFRESH,
  logIn,
  logOut,
  SETTINGS,
  signedInAs,
  hasFocus,
} from "./account";
import { createPromptByApi, queryAs } from "./own-prompts";
import { visit, waitForFocusIn, waitUntilAnswered, waitUntilUsable } from "./visit";

const IGNORE_FAILURES = {
  expectedComplaints: [...(IGNORE_TOKEN_REFRESH.expectedComplaints ?? []), /ERR_ABORTED/, /status of 404/],
};
const SECRET = "Secret words";

const editor = (page: Page) => page.getByRole("dialog", { name: /Add a prompt|Change the prompt/ });
const field = (page: Page, name: string) => editor(page).getByRole("textbox", { name, exact: true });
const shown = (page: Page) =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea")].map((each) => (each as HTMLInputElement).value);
    return [document.documentElement.outerHTML, ...values].join();
  });

/** Holds the answers to an operation until the returned function is called. */
async function holdAnswers(page: Page, operation: string): Promise<{ asked: Promise<void>; release: () => void }> {
  let release: () => void = () => {};
  let hasAsked: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = new Promise<void>((resolve) => (hasAsked = resolve));
  await page.route("**/graphql", async (route) => {
    if (!route.request().postData()?.includes(`"${operation}"`)) return route.continue();
    const response = await route.fetch();
    hasAsked();
    await held;
    await route.fulfill({ response });
  });
  return { asked, release };
}

/** Logs out in another tab, and in as somebody else, if there is somebody. */
async function leaveInAnotherTab(context: BrowserContext, next: string | null): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(new URL("/en/docs/privacy-policy", context.pages()[0]?.url()).href);
  await waitUntilUsable(tab);
  await logOut(tab);
  const signedIn = () => tab.evaluate(() => document.documentElement.hasAttribute("data-signed-in"));
  // With a draft on the device it asks first.
  const question = tab.getByRole("dialog").getByRole("button", { name: "Log out" });
  await expect.poll(async () => (await question.count()) > 0 || !(await signedIn())).toBe(true);
  if ((await question.count()) > 0) await question.click();
  await expect.poll(signedIn).toBe(false);
  if (next === null) return tab;
  await tab.goto(new URL("/en/user/auth", tab.url()).href);
  await waitUntilUsable(tab);
  await logIn(tab, next);
  await tab.waitForURL((url) => !url.pathname.endsWith("/auth"));
  return tab;
}

describe("what was written for one member", () => {
  it("is neither shown to the next one nor saved as theirs, when the answer to saving it comes late", async () => {
    const [username, other] = [await createMember(), await createMember()];
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, context }) => {
      await page.getByRole("main").getByRole("button", { name: "Add a prompt" }).click();
      await waitForFocusIn(editor(page));
      await field(page, "Title").fill(SECRET);
      await field(page, "Text").fill("Nobody else reads this.");
      const { asked, release } = await holdAnswers(page, "CreatePrompt");
      await editor(page).getByRole("button", { name: /^Save/ }).click();
      await asked;
      const tab = await leaveInAnotherTab(context, other);
      release();
      await page.getByText("You are logged in to another account now.").first().waitFor();
      expect(await editor(page).count()).toBe(0);
      expect(await shown(page)).not.toContain(SECRET);
      const mine = await queryAs<{ viewer: { prompts: { totalCount: number } } }>(
        tab,
        "{ viewer { prompts(locale: EN) { totalCount } } }",
        {},
      );
      expect(mine.viewer.prompts.totalCount).toBe(0);
    });
  });

  it("is not shown once they have logged out while the editor was loading; Escape closes it otherwise", async () => {
    const username = await createMember();
    await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, context, open }) => {
      const id = await createPromptByApi(page, { title: SECRET, content: "Nobody else reads this." });
      await open(`/en/prompt/${id}`);
      const edit = page.getByRole("button", { name: /^Edit/ });
      await edit.click();
      await expect.poll(() => hasFocus(field(page, "Title"))).toBe(true);
      await page.keyboard.press("Escape");
      await editor(page).waitFor({ state: "detached" });

      const { asked, release } = await holdAnswers(page, "EditedPrompt");
      await edit.click();
      await asked;
      await leaveInAnotherTab(context, null);
      release();
      await editor(page).waitFor({ state: "detached" });
      await waitUntilAnswered(page);
      expect(await shown(page)).not.toContain(SECRET);
    });
  });
});

it("a file that one member has chosen is not imported for the next one", async () => {
  const [username, other] = [await createMember(), await createMember()];
  await visit(SETTINGS, signedInAs(username, IGNORE_FAILURES), async ({ page, context }) => {
    // It would never end.
    await page.route("**/graphql/stream", (route) => route.abort("aborted"));
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/import")) uploads.push(request.url());
    });
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    const { asked, release } = await holdAnswers(page, "{ viewer { user { id } } }");
    const file = {
      name: "prompts.json",
      mimeType: "",
      buffer: Buffer.from(`[{"title":"${SECRET}","description":"Mine"}]`),
    };
    await page.locator("input[type=file]").setInputFiles(file);
    await asked;
    await leaveInAnotherTab(context, other);
    release();
    await expectMember(page, other);
    await waitUntilAnswered(page);
    expect(uploads).toEqual([]);
  });
});

it("a prompt that is deleted on its own page is back in the list when that is undone", async () => {
  const username = await createMember();
  await visit("/en/user/", signedInAs(username, IGNORE_FAILURES), async ({ page, open }) => {
    await createPromptByApi(page, { title: "First", content: "One." });
    await createPromptByApi(page, { title: "Second", content: "Two." });
    await open("/en/user/");
    await page.getByRole("link", { name: "First", exact: true }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    const listed = page.waitForResponse(
      (response) => response.request().postData()?.includes('"OwnPromptList"') ?? false,
    );
    await page.getByRole("button", { name: "Delete the prompt" }).click();
    await listed;
    const main = page.getByRole("main");
    await main.getByText(/· 1 prompt/).waitFor();
    expect(await page.getByRole("link", { name: "First", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "First", exact: true }).waitFor();
    await main.getByText(/· 2 prompts/).waitFor();
    expect(await main.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(["Second", "First"]);
  });
});
