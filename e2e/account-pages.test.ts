import { isDeepStrictEqual } from "node:util";
import { expect, inject, it } from "vitest";
import { createMember, PASSWORD, SETTINGS } from "./account";
import { CATALOGUE } from "./library";

const PROMPT = `/en/prompt/${CATALOGUE[0]?.id ?? 0}`;

/** The Cookie header of somebody who has just logged in. */
async function cookiesOf(username: string): Promise<string> {
  const response = await fetch(`${inject("site")}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      query: `mutation ($identifier: String!, $password: String!) { login(identifier: $identifier, password: $password) { problems { code } } }`,
      variables: { identifier: username, password: PASSWORD },
    }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  expect(cookies).toHaveLength(1);
  return cookies.join("; ");
}

it("a page is the same for a member, a visitor, and whoever comes after either", async () => {
  const cookie = await cookiesOf(await createMember());
  for (const path of [
    "/",
    "/en/",
    PROMPT,
    "/en/docs/privacy-policy",
    "/en/user/",
    "/en/user/?q=tea",
    SETTINGS,
    "/en/user/auth",
    "/en/user/change-email",
    "/en/user/stop-email-change",
    `/en/user/connect?challenge=${"c".repeat(43)}`,
    "/en/reset-password",
  ]) {
    const readAll = async () => {
      const pages = [];
      const senders: Record<string, string>[] = [{ cookie }, {}, { cookie }];
      for (const headers of senders) {
        const response = await fetch(inject("site") + path, { headers });
        expect(response.status, path).toBe(200);
        expect(response.headers.getSetCookie(), path).toEqual([]);
        expect(response.headers.get("vary") ?? "", path).not.toMatch(/cookie/i);
        pages.push({ body: await response.text(), cached: response.headers.get("cache-control") });
      }
      return pages;
    };
    // Other journeys share and copy prompts meanwhile: between two requests the page itself may have changed.
    const isPrivate = path.includes("/user/") || path.includes("reset");
    const cached = isPrivate ? "no-store" : "public, max-age=0, must-revalidate";
    await expect
      .poll(
        async () => {
          const [first, ...others] = await readAll();
          return first?.cached === cached && others.every((page) => isDeepStrictEqual(page, first));
        },
        { message: path },
      )
      .toBe(true);
  }
});
