import { expect, inject, it } from "vitest";
import { registerByApi, fillRegistration, resetRateLimitsOf, uniqueUsername, createMember, PASSWORD } from "./account";
import { uniqueAddress, visit } from "./visit";

it("a rate limit for registering is reported with the waiting time, after which the form can be sent again", async () => {
  const taken = await createMember();
  const username = uniqueUsername();
  const address = uniqueAddress();
  await visit("/en/user/auth?view=register", { expectedComplaints: [/status of 429/], address }, async ({ page }) => {
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
