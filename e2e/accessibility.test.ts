import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "./library";
import { visit } from "./visit";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PAGES = {
  "the home page": "/",
  "a filtered list": "/?tag=write&tag=text&match=all&q=text&order=asc",
  "an empty result": "/?q=zzqxjw",
  "a prompt's page": `/prompt/${CATALOGUE[0]?.id ?? 0}`,
  "the page for what is missing": "/nowhere",
};

describe.each(["en", "bn", "ar"] as const)("in %s", (locale) => {
  it.each(Object.entries(PAGES))("%s has no barrier that axe can see, light or dark", async (_name, path) => {
    await visit(`/${locale}${path}`, { reducedMotion: "reduce", causes: [/status of 404/] }, async ({ page }) => {
      await page.evaluate(axe.source);
      for (const mode of ["dark", "light"]) {
        const violations = await page.evaluate(
          async ([scheme, rules]) => {
            document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
            const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
              runOnly: rules,
              resultTypes: ["violations"],
            });
            return found.map(({ id, help, nodes }) => ({ id, help, at: nodes.slice(0, 3).map(({ html }) => html) }));
          },
          [mode, RULES] as const,
        );
        expect(violations, mode).toEqual([]);
      }
    });
  });
});

it("no name of an element is given twice, for what refers to it would be wrong", async () => {
  for (const path of Object.values(PAGES)) {
    await visit(`/en${path}`, { causes: [/status of 404/] }, async ({ page }) => {
      const ids = await page.locator("[id]:not(svg *)").evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    });
  }
});
