import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { VisitOptions } from "./visit";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The only rules whose result depends on the colour mode. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

export const BOTH_MODES = ["dark", "light"] as const;

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
  page: Page,
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
  page: Page,
  part?: string,
  modes?: readonly ("dark" | "light")[],
  what = part,
): Promise<void> {
  const found = await findViolations(page, part, modes);
  expect(found, `${what ?? "the page"}: ${found.join("\n")}`).toEqual([]);
}
