import { beforeAll, expect, inject, it } from "vitest";
import { inSiteDatabase } from "../server/platform/testing/site-database";
import { expectNoViolationsOn, findViolations, LOCALES_TO_CHECK, withAxe } from "./axe";
import { shareAs } from "./community";
import { CATALOGUE } from "./library";
import { visit } from "./visit";

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
};
const yetis = shareAs("Axe-Yeti", [{ texts: [{ locale: "en", title: "Axeyeti", content: "Look for {{what}}." }] }]);

// Copied by others, as the library of a new site is not: the buttons show how often.
beforeAll(() =>
  inSiteDatabase(inject("database"), (dataSource) =>
    dataSource.query("update prompt set copy_count = 12 where id = any($1::int[])", [yetis]),
  ),
);

it.each(LOCALES_TO_CHECK)("in %s no page of the library has axe violations", async (locale) => {
  await expectNoViolationsOn(PAGES, locale);
});

it("a violation is detected", async () => {
  await visit("/en/nowhere", withAxe({ expectedComplaints: [/status of 404/] }), async ({ page }) => {
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
