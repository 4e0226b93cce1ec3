import { describe, expect, inject, it } from "vitest";
import { member } from "./known-member";
import { CATALOGUE } from "./library";
import {
  emailOf,
  expectMember,
  fillRegistration,
  uniqueUsername,
  linkFromMail,
  logIn,
  createMember,
  SESSION_ENDS,
  SUBJECTS,
} from "./account";
import { holdRequests, visit } from "./visit";

const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;
const pathOf = (url: string) => url.slice(inject("site").length);

describe("registering", () => {
  it("signs in, returns to the previous page, and the mail's link confirms the address when its button is pressed", async () => {
    const username = uniqueUsername();
    // Confirming gives the session another id, which a request may cross.
    await visit(PROMPT, SESSION_ENDS, async ({ page, open }) => {
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Create an account" }).click();
      await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
      await fillRegistration(page, username);
      await page.getByRole("button", { name: "Create an account" }).click();
      await page.waitForURL(inject("site") + PROMPT);
      await expectMember(page, username);

      await open(await linkFromMail(emailOf(username), SUBJECTS.confirm));
      await expect.poll(() => pathOf(page.url())).toBe("/en/user/confirm");
      await page.getByRole("button", { name: "Confirm email" }).click();
      await page.getByText("Thank you, your email is confirmed.").waitFor();
      await page.getByRole("main").getByRole("link", { name: "Account settings" }).click();
      await page.getByText("Confirmed", { exact: true }).waitFor();
    });
  });
});

describe("logging in", () => {
  it("by password works in the dialog on the current page, and persists across documents and tabs", async () => {
    const username = await createMember();
    await visit(PROMPT, {}, async ({ page, context, open, dataRequests, documents }) => {
      const entry = page.getByRole("banner").getByRole("link", { name: "Log in" });
      const other = await context.newPage();
      await other.goto(`${inject("site")}/en/docs/terms-of-service`);
      await other.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
      // A visitor's page sends no request about an account.
      expect(dataRequests.filter((request) => /viewer/i.test(request))).toEqual([]);
      await entry.click();
      await page.getByRole("dialog", { name: "Log in" }).waitFor();
      await logIn(page, username.toUpperCase());
      await page.getByText(`You are logged in as ${username}.`).first().waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expectMember(page, username);
      await expectMember(other, username);
      expect(documents.filter((url) => url.endsWith(PROMPT))).toHaveLength(1);
      await open("/en/");
      await expectMember(page, username);
    });
  });

  it("by a mail link: opening it does not consume the code; its button signs in", async () => {
    const username = await createMember();
    await visit(PROMPT, {}, async ({ page, open }) => {
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
      await page.getByRole("link", { name: "Link by email" }).click();
      await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
      await page.getByLabel("Username or email").fill(username);
      await page.getByRole("button", { name: "Send me a login link" }).click();
      const link = await linkFromMail(emailOf(username), SUBJECTS.link);
      await open(link);
      await page.getByText(`This link logs you in as ${username}.`).waitFor();
      await page.reload();
      await open(link);
      await page.getByText(`This link logs you in as ${username}.`).waitFor();
      await expect.poll(() => page.url()).not.toContain("#");
      await page.locator("form").getByRole("button", { name: "Log in" }).click();
      await page.waitForURL(inject("site") + PROMPT);
      await expectMember(page, username);
      // What happened and where it led: both are announced.
      const announced = page.locator("body > [role=status][aria-live]");
      await expect.poll(() => announced.textContent()).toContain(`You are logged in as ${username}.`);
      await expect.poll(async () => (await announced.textContent())?.includes(await page.title())).toBe(true);
    });
  });
});

it("a press on the account's button counts, also when the member's name arrives while it is held down", async () => {
  const username = await createMember();
  await visit(PROMPT, member(username), async ({ page }) => {
    const { asked, release } = await holdRequests(page, "Viewer");
    await page.reload();
    const button = page.getByRole("banner").locator("summary", { hasText: "Account" });
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    // Its middle, where the icon is.
    const box = await button.locator("svg").filter({ visible: true }).boundingBox();
    if (!box) throw new Error("It has no icon.");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    release();
    await expectMember(page, username);
    await page.mouse.up();
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).waitFor();
  });
});
