import { afterAll, beforeAll, expect, inject, it } from "vitest";
import {
  emailOf,
  expectMember,
  fillRegistration,
  uniqueUsername,
  linkFromMail,
  logIn,
  IGNORE_TOKEN_REFRESH,
  SUBJECTS,
} from "./account";
import { CATALOGUE } from "./library";
import { startSite, type RunningSite } from "./site";
import { PUBLIC_HOST, waitUntilUsable, visit } from "./visit";

const BASE = "/x/y";
const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;
let site: RunningSite;

beforeAll(async () => {
  site = await startSite({ basePath: BASE, host: PUBLIC_HOST, sharedDataDir: inject("dataDir") });
});

afterAll(() => site.stop());

it("registering, logging out, logging in and confirming work below a base path, over plain http", async () => {
  const username = uniqueUsername();
  await visit(PROMPT, { ...IGNORE_TOKEN_REFRESH, site: site.url }, async ({ page, context, open }) => {
    const banner = page.getByRole("banner");
    await banner.getByRole("link", { name: "Log in" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Create an account" }).click();
    await page.waitForURL(/view=register/);
    expect(new URL(page.url()).searchParams.get("return")).toBe(PROMPT);
    await fillRegistration(page, username);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.waitForURL(site.url + PROMPT);
    await expectMember(page, username);
    const cookies = (await context.cookies()).filter(({ name }) => name.startsWith("polyprompt."));
    // Sites on one host distinguish their cookies by name.
    expect(cookies.map(({ name, httpOnly, secure }) => ({ name, httpOnly, secure }))).toEqual(
      ["access", "refresh"].map((kind) => ({ name: `polyprompt.x.y.${kind}`, httpOnly: true, secure: false })),
    );

    await banner.locator("summary", { hasText: "Account" }).click();
    await banner.getByRole("button", { name: "Log out" }).click();
    await banner.getByRole("link", { name: "Log in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await open(`/en/user/auth?return=${PROMPT}`);
    await logIn(page, username);
    await page.waitForURL(site.url + PROMPT);
    await expectMember(page, username);

    const mails = { url: site.url, outbox: inject("outbox") };
    await open(await linkFromMail(emailOf(username), SUBJECTS.confirm, mails));
    await page.getByRole("button", { name: "Confirm email" }).click();
    await page.getByText("Thank you, your email is confirmed.").waitFor();

    // Web Locks are missing over plain http: tabs refresh concurrently, and the server tolerates it.
    const tabs = [page, await context.newPage(), await context.newPage()];
    for (let round = 0; round < 2; round += 1) {
      await context.clearCookies({ name: "polyprompt.x.y.access" });
      await Promise.all(tabs.map((tab) => tab.goto(`${site.url}/en/`)));
      await Promise.all(tabs.map((tab) => waitUntilUsable(tab)));
      await Promise.all(tabs.map((tab) => expectMember(tab, username)));
    }
  });
});
