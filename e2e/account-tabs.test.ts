import { expect, inject, it } from "vitest";
import { createMember, endSessionsOf, expectMember, logIn, section, SETTINGS, uniqueUsername } from "./account";
import { member } from "./known-member";
import { visit, waitUntilUsable } from "./visit";

it("a session that merely ends changes nothing in open tabs; another member who logs in in one reloads the others", async () => {
  const username = await createMember();
  await visit(SETTINGS, member(username), async ({ page, context, documents }) => {
    await section(page, "Account").waitFor();
    await endSessionsOf(username, page);
    const other = await context.newPage();
    await other.goto(`${inject("site")}/en/user/auth?return=/en/`);
    await waitUntilUsable(other);
    await expectMember(page, username);
    const next = await createMember(uniqueUsername());
    const before = documents.length;
    await logIn(other, next);
    await expectMember(other, next);
    await expectMember(page, next);
    expect(documents.length).toBeGreaterThan(before);
    expect(await page.content()).not.toContain(username);
  });
});
