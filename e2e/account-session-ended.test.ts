import { expect, inject, it } from "vitest";
import {
  createMember,
  emailOf,
  endSessionsOf,
  expectMember,
  SESSION_ENDS,
  linkFromMail,
  openRow,
  section,
  SETTINGS,
  signedInAs,
  SUBJECTS,
} from "./account";
import { waitUntilUsable, visit } from "./visit";

it("a form that finds its session ended asks to log in, and goes on when that is done by a link in another tab", async () => {
  const username = await createMember();
  await visit(SETTINGS, signedInAs(username, SESSION_ENDS), async ({ page, context }) => {
    await section(page, "Account").waitFor();
    const name = await openRow(page, "Username");
    await name.getByLabel("Username").fill(`${username}-b`);
    await endSessionsOf(username, page);
    await name.getByRole("button", { name: "Change username" }).click();
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.getByText(`Log in as ${username} to go on: nothing that you typed is lost.`).waitFor();
    expect(await dialog.getByLabel("Username or email").inputValue()).toBe(username);
    const opened = context.waitForEvent("page");
    await dialog.getByRole("link", { name: "Link by email" }).click();
    const tab = await opened;
    // A page that finds its session ended is loaded anew, as a visitor's.
    await tab.waitForFunction(() =>
      performance.getEntriesByType("navigation").some((each) => "type" in each && each.type === "reload"),
    );
    await waitUntilUsable(tab);
    await tab.getByLabel("Username or email").fill(username);
    await tab.keyboard.press("Enter");
    await tab.getByText("Check your inbox").waitFor();
    await tab.goto(inject("site") + (await linkFromMail(emailOf(username), SUBJECTS.link)));
    await tab.locator("form").getByRole("button", { name: "Log in" }).click();
    await name.getByText("Saved.").waitFor();
    await dialog.waitFor({ state: "detached" });
    await expectMember(page, `${username}-b`);
  });
});
