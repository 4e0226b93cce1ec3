import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import {
  registerByApi,
  fillRegistration,
  resetRateLimitsOf,
  uniqueUsername,
  createMember,
  openRow,
  PASSWORD,
  section,
  signedInAs,
  SETTINGS,
} from "./account";
import { uniqueAddress, visit } from "./visit";

const IGNORE_FAILURES = {
  expectedComplaints: [/status of 429/, /ERR_INTERNET_DISCONNECTED/],
};
/** The server's wording. */
const TOO_OFTEN = {
  status: 429,
  headers: { "retry-after": "125" },
  json: {
    errors: [{ message: "Too many requests. Try again later.", extensions: { code: "RATE_LIMITED", retryAfter: 125 } }],
  },
};

/** Fills in all visible fields of a form. */
async function fillAll(form: Locator): Promise<void> {
  for (const field of await form.locator("input:visible").all()) {
    const type = await field.getAttribute("type");
    if (type === "checkbox") await field.check();
    else
      await field.fill(type === "password" ? PASSWORD : type === "email" ? "somebody@example.org" : uniqueUsername());
  }
}

const typed = (form: Locator) =>
  form
    .locator("input:visible")
    .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).checked || (field as HTMLInputElement).value));

/** Submits a form offline and then over the rate limit: it reports both and keeps the input. */
async function expectInputKept(page: Page, form: Locator, failed: string): Promise<void> {
  await fillAll(form);
  const before = await typed(form);
  const send = form.locator("button[type=submit]");
  const expectedComplaints = [
    ["Check your connection and try again.", () => page.context().setOffline(true)],
    ["Try again in 3 minutes.", () => page.route("**/graphql", (route) => route.fulfill(TOO_OFTEN))],
  ] as const;
  for (const [advice, cause] of expectedComplaints) {
    await cause();
    await send.click();
    await form.getByRole("alert").getByText(`${failed} ${advice}`).waitFor();
    expect(await typed(form)).toEqual(before);
    await page.context().setOffline(false);
  }
  await page.unroute("**/graphql");
}

describe("offline and over the rate limit, a form says so and keeps the input:", () => {
  it("that of an entrance", async () => {
    await visit("/en/user/auth", IGNORE_FAILURES, async ({ page, open }) => {
      for (const [path, failed] of [
        ["/en/user/auth", "You could not be logged in."],
        ["/en/user/auth?view=link", "The login link could not be sent."],
        ["/en/user/auth?view=register", "You could not be registered."],
        ["/en/user/auth?view=forgot", "The mail could not be sent."],
        ["/en/reset-password", "Error: your password could not be reset."],
      ] as const) {
        await open(path);
        await expectInputKept(page, page.getByRole("main").locator("form"), failed);
      }
    });
  });

  it("the settings", async () => {
    const username = await createMember();
    await visit(SETTINGS, signedInAs(username, IGNORE_FAILURES), async ({ page }) => {
      await section(page, "Account").waitFor();
      for (const [name, failed] of [
        ["Username", "This could not be saved."],
        ["Email", "This could not be saved."],
        ["Password", "Your password could not be changed."],
        ["New token", "This could not be saved."],
      ] as const) {
        await expectInputKept(page, (await openRow(page, name)).locator("form"), failed);
      }
      await section(page, "Delete account").getByRole("button").click();
      await expectInputKept(page, section(page, "Delete account").locator("form"), "This could not be deleted.");
    });
  });
});

it("a rate limit for registering is reported with the waiting time, after which the form can be sent again", async () => {
  const taken = await createMember();
  const username = uniqueUsername();
  const address = uniqueAddress();
  await visit("/en/user/auth?view=register", { ...IGNORE_FAILURES, address }, async ({ page }) => {
    for (let tries = 0; tries < 30; tries += 1) await registerByApi(taken, address);
    await fillRegistration(page, username);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByText(/^You could not be registered. Try again in (59|60) minutes.$/).waitFor();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(PASSWORD);
    await resetRateLimitsOf(address);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.waitForURL(`${inject("site")}/en/`);
  });
});
