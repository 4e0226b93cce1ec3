import { beforeAll, expect, inject, it } from "vitest";
import { LOCALE_CODES, localePath } from "../contract/locales";
import { SETTINGS_PATH } from "../contract/pages";
import { isDeep } from "../server/platform/testing/deep";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { BOTH_MODES, expectNoViolations, findViolations, withAxe } from "./axe";
import { shareAs } from "./community";
import { CATALOGUE } from "./library";
import { visit, waitForPrefetching } from "./visit";

const PAGES = {
  "the home page": "/",
  "a filtered list": "/?tag=article&tag=text&match=all&order=asc",
  "an empty result": "/?q=zzqxjw",
  "a search whose words no prompt has all": "/?q=resignatoin%20quatrain",
  "an empty result with prompts of members": "/?q=axeyeti",
  "the community": "/community-prompts",
  "an author's prompts": "/community-prompts?author=Axe-Yeti",
  "a prompt's page": `/prompt/${CATALOGUE[0]?.id ?? 0}`,
  "a page of the docs": "/docs/privacy-policy",
  "the feedback page": "/feedback",
  "the not-found page": "/nowhere",
  "logging in": "/user/auth",
  registering: "/user/auth?view=register",
  "a new password": "/reset-password",
  "the prompts of a visitor": "/user/",
  "the favourites of a visitor": "/user/favorite",
  "the notifications of a visitor": "/user/notifications",
  "the link that stops the daily mail": "/user/stop-digest#code",
  "the account of a visitor": SETTINGS_PATH,
  "the link that confirms an address": "/user/confirm#code",
  "the link that changes an address": "/user/change-email#code",
  "the link that stops a change": "/user/stop-email-change#code",
};
const yetis = shareAs("Axe-Yeti", [{ texts: [{ locale: "en", title: "Axeyeti", content: "Look for {{what}}." }] }]);

// Copied by others, as the library of a new site is not: the buttons show how often.
beforeAll(() =>
  inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query("update prompt set copy_count = 12 where id = any($1::int[])", [yetis]),
  ),
);

const NOT_FOUND = { expectedComplaints: [/status of 404/] };

/** The second one for its direction. In every run each shows one colour mode. */
it.each(isDeep ? LOCALE_CODES : (["en", "ar"] as const))("in %s no page has axe violations", async (locale) => {
  const modes = isDeep ? BOTH_MODES : ([locale === "en" ? "dark" : "light"] as const);
  await visit(localePath(locale, "/"), withAxe(NOT_FOUND), async ({ page, open }) => {
    for (const [name, path] of Object.entries(PAGES)) {
      if (path !== "/") await open(localePath(locale, path));
      // Then the browser is idle: what is loaded late has taken its place.
      await waitForPrefetching(page);
      await expectNoViolations(page, "html", modes, name);
      const ids = await page.locator("[id]:not(svg *)").evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(0);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        `duplicate ids of ${name}`,
      ).toEqual([]);
    }
  });
});

it("a violation is detected", async () => {
  await visit("/en/nowhere", withAxe(NOT_FOUND), async ({ page }) => {
    await page.evaluate(() => {
      document.querySelector("footer p")?.setAttribute("style", "color: #777; background: #888");
    });
    const found = (await findViolations(page)).map((violation) => violation.split("\n").slice(0, 2));
    expect(found).toEqual([
      ["dark", "color-contrast"],
      ["light", "color-contrast"],
    ]);
  });
});
