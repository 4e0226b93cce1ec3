import { createHash, randomBytes } from "node:crypto";
import { expect, inject, it } from "vitest";
import { localePath } from "../contract/locales";
import { createMember, logIn, section, SETTINGS } from "./account";
import { expectNoViolations, withAxe } from "./axe";
import { member } from "./known-member";
import { outsideWindow, overflow } from "./overflow";
import { uniqueAddress, visit } from "./visit";
import { translate } from "./words";

const REDEEM = `mutation ($code: String!, $verifier: String!) { redeemConnectCode(code: $code, verifier: $verifier) { apiToken { name scope expiresAt } token problems { code } } }`;
const WHO = "{ viewer { user { username } } }";

interface Answer {
  data?: unknown;
  errors?: { extensions: { code: string } }[];
}

/** As the extension asks: from a page of another origin, without cookies. */
async function ask(query: string, variables: object = {}, token = ""): Promise<Answer> {
  const response = await fetch(`${inject("site")}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "chrome-extension://abcdefghijklmnop",
      "x-forwarded-for": uniqueAddress(),
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

/** What the panel makes of its own: a secret, and the address that it opens. */
function panel() {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, path: `/user/connect?challenge=${challenge}` };
}

it("a visitor logs in, comes back and allows the extension to connect, which gets a token until that is deleted", async () => {
  const username = await createMember();
  const { verifier, path } = panel();
  const address = localePath("en", path);
  await visit(address, {}, async ({ page, open, documents }) => {
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Log in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
    await logIn(page, username);
    await page.waitForURL(inject("site") + address);
    await main.getByText(`You are logged in as ${username}.`).waitFor();
    await main.getByRole("button", { name: "Allow" }).click();
    const shown = (await main.locator("code").textContent()) ?? "";
    expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    await expect.poll(() => page.url()).toBe(`${inject("site")}${address}#code=${shown.replace("-", "")}`);
    expect(documents).toHaveLength(1);

    const { data } = await ask(REDEEM, { code: shown.toLowerCase(), verifier });
    expect(data).toEqual({
      redeemConnectCode: {
        apiToken: { name: "Browser extension", scope: "WRITE", expiresAt: null },
        token: expect.any(String) as string,
        problems: [],
      },
    });
    const { token } = (data as { redeemConnectCode: { token: string } }).redeemConnectCode;
    expect(await ask(WHO, {}, token)).toEqual({ data: { viewer: { user: { username } } } });

    await open(SETTINGS);
    await section(page, "API tokens").getByRole("button", { name: "Delete Browser extension" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the token" }).click();
    await section(page, "API tokens").getByText("No tokens yet").waitFor();
    expect((await ask(WHO, {}, token)).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});

it.each(["en", "ar"] as const)(
  "in %s the page fits on a phone, and axe finds nothing, before and after",
  async (locale) => {
    const options = member(await createMember(), { viewport: { width: 390, height: 740 } });
    await visit(localePath(locale, panel().path), withAxe(options), async ({ page }) => {
      const main = page.getByRole("main");
      const allow = main.getByRole("button", { name: translate(locale, "Allow"), exact: true });
      await allow.waitFor();
      const expectFine = async (what: string) => {
        await expectNoViolations(page, "html", undefined, what);
        expect([(await overflow(page)).by, await outsideWindow(page)], what).toEqual([0, []]);
      };
      await expectFine("the question");
      await allow.click();
      await main.locator("code").waitFor();
      await expectFine("the code");
    });
  },
);
