import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { expectMember, logIn, logOut, createMember, SETTINGS } from "./account";
import { CHROMIUM_ARGUMENTS } from "./chromium";
import { fontEnvironment } from "./fonts";
import { member } from "./known-member";
import { CATALOGUE } from "./library";
import { waitUntilUsable } from "./visit";

const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;
const SECRET = "my illness";
/** A browser with a back/forward cache, as real users have. */
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: inject("chromiums").full,
    args: CHROMIUM_ARGUMENTS,
    env: fontEnvironment(inject("fonts")?.noto),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});

afterAll(() => browser.close());

const loginLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Log in" });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(inject("site") + path);
  await waitUntilUsable(page);
}

async function goBackTo(page: Page, path: string): Promise<void> {
  await page.goBack({ waitUntil: "commit" }); // A restored page fires no load event.
  await page.waitForURL(inject("site") + path, { waitUntil: "commit" });
}

it("a page restored from the back/forward cache after a log-out shows nothing of the member, not even to the next one, however late the API", async () => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const [owner, other] = [await createMember(), await createMember()];
    const shown = () => page.evaluate(() => document.documentElement.outerHTML);
    await member(owner).prepare?.(page);
    await open(page, "/en/docs/privacy-policy");
    // Within the document of the docs page, which may be stored.
    await page.getByRole("banner").locator("#account-slot summary").click();
    await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
    await page.getByText(`${owner}@example.org`).waitFor();
    await open(page, PROMPT);
    const blank = page.locator("article[aria-labelledby=title]").getByRole("textbox").first();
    await expectMember(page, owner);
    await blank.fill(SECRET);

    await open(page, "/en/docs/privacy-policy");
    await logOut(page);
    await page.getByRole("dialog").getByRole("button", { name: "Delete and log out" }).click();
    await loginLink(page).waitFor();
    await goBackTo(page, PROMPT);
    await expect.poll(() => blank.inputValue()).toBe("");
    await loginLink(page).waitFor();
    expect(await shown()).not.toContain(owner);

    await open(page, "/en/docs/privacy-policy");
    await loginLink(page).click();
    await logIn(page, other);
    await expectMember(page, other);
    await goBackTo(page, PROMPT);
    await expectMember(page, other);
    expect(await shown()).not.toContain(owner);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(SECRET);
    await page.route("**/graphql", (route) => route.fulfill({ status: 503 }));
    await goBackTo(page, SETTINGS);
    await expect.poll(() => page.locator("body").innerText()).not.toContain(owner);
    await page.unrouteAll();
  } finally {
    await context.close();
  }
});
