import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { numbersWith, tagLabel } from "./library";

const LIST = "section[aria-labelledby=prompts]";

/** The cards of the list, without those of the block above it. */
export function cards(page: Page): Locator {
  return page.locator(`${LIST} article`);
}

/** The numbers of the prompts in the list, in order. */
export function listedNumbers(page: Page): Promise<number[]> {
  return page
    .locator(`${LIST} article h3 a`)
    .evaluateAll((links) =>
      links.map((link) => Number(/\/prompt\/(\d+)$/.exec((link as HTMLAnchorElement).href)?.[1])),
    );
}

/** The number of prompts that the list reports. */
export async function listedTotal(page: Page): Promise<number> {
  return Number(await page.locator(`${LIST} [role=status] [aria-hidden=true]`).innerText());
}

export function searchField(page: Page): Locator {
  return page.locator("input[name=q]");
}

export async function waitForTotal(page: Page, total: number): Promise<void> {
  await expect.poll(() => listedTotal(page)).toBe(total);
}

/** Waits until the query of the page's URL is as expected. */
export async function waitForQuery(page: Page, expected: Record<string, string | string[]>): Promise<void> {
  await expect.poll(() => query(page)).toEqual(expected);
}

function query(page: Page): Record<string, string | string[]> {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

/** A tag among the filters, with its count, which it does not have beside search words. */
export function pill(page: Page, slug: string, { counted = true } = {}) {
  const label = tagLabel("en", slug);
  return page
    .getByRole("navigation", { name: "Filter by tag" })
    .getByRole("link", { name: counted ? `${label} ${numbersWith([slug]).length}` : label, exact: true });
}

/** The less frequent tags are collapsed at first. */
export async function expandTags(page: Page): Promise<void> {
  const rest = page.getByRole("navigation", { name: "Filter by tag" }).locator("details:not([open]) > summary");
  if (await rest.isVisible()) await rest.click();
}
