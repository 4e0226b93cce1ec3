import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { LOCALE_CODES, type Locale, localePath } from "../contract/locales";
import { isDeep } from "../server/platform/testing/deep";
import { visit, type VisitOptions, waitForPrefetching } from "./visit";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The only rules whose result depends on the colour mode. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

export const BOTH_MODES = ["dark", "light"] as const;

export const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type AxeWindow = Window & { axe?: typeof axe };

/** The options of a visit whose pages axe can check. */
export function withAxe({ prepare, ...options }: VisitOptions = {}): VisitOptions {
  return {
    ...options,
    // Otherwise, axe would measure colours halfway through a transition.
    reducedMotion: "reduce",
    // Not as a script tag: the page's policy would block it.
    prepare: async (page) => {
      await page.addInitScript(AXE_SOURCE);
      await prepare?.(page);
    },
  };
}

/** The violations that axe finds in a part of the current page, in words: all in the first colour mode, those of colours in the others. */
export function findViolations(
  page: Page | Frame,
  part = "html",
  modes: readonly ("dark" | "light")[] = BOTH_MODES,
): Promise<string[]> {
  return page.evaluate(
    async ([selector, schemes, tags, colours]) => {
      const found: string[] = [];
      for (const scheme of schemes) {
        document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
        const runOnly: axe.RunOnly =
          scheme === schemes[0] ? { type: "tag", values: tags } : { type: "rule", values: colours };
        const results = await (window as AxeWindow).axe?.run(selector, { runOnly, resultTypes: ["violations"] });
        if (!results) throw new Error("axe is not loaded");
        for (const { id, help, nodes } of results.violations)
          found.push([scheme, id, help, ...nodes.slice(0, 3).map(({ html }) => html)].join("\n"));
      }
      return found;
    },
    [part, modes, RULES, COLOUR_RULES] as const,
  );
}

/** Names what axe finds in the failure. @param what is checked, to tell pages of a test apart */
export async function expectNoViolations(
  page: Page | Frame,
  part?: string,
  modes?: readonly ("dark" | "light")[],
  what = part,
): Promise<void> {
  const found = await findViolations(page, part, modes);
  expect(found, `${what ?? "the page"}: ${found.join("\n")}`).toEqual([]);
}

/** The second one for its direction. In every run each shows one colour mode. */
export const LOCALES_TO_CHECK: readonly Locale[] = isDeep ? LOCALE_CODES : ["en", "ar"];

/** Checks the pages at these paths, by their names. */
export async function expectNoViolationsOn(pages: Readonly<Record<string, string>>, locale: Locale): Promise<void> {
  const modes = isDeep ? BOTH_MODES : ([locale === "en" ? "dark" : "light"] as const);
  const options = withAxe({
    expectedComplaints: [/status of 404/],
    // Code that is prefetched for other pages changes nothing on these.
    connection: { effectiveType: "4g", saveData: true },
  });
  const [first = ""] = Object.values(pages);
  await visit(localePath(locale, first), options, async ({ page, open }) => {
    for (const [name, path] of Object.entries(pages)) {
      if (path !== first) await open(localePath(locale, path));
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
}
