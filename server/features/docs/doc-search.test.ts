import { describe, expect, it } from "vitest";
import { DocSearch } from "./doc-search";
import { docsContent } from "./docs-content";

const { current } = docsContent();
const english = new DocSearch(current, "en");
const chinese = new DocSearch(current, "zh");
const asIs = (text: string) => text;
const marks = (text: string, parts: readonly { start: number; end: number }[]) =>
  parts.map(({ start, end }) => text.slice(start, end).toLowerCase());

describe("the search of the docs", () => {
  it.each([
    ["api token", "integrators/graphql-api", "guides/login-user"],
    ["delete my account", "guides/login-user"],
    ["backup", "deploy"],
    ["nginx", "deploy"],
    ["mention", "guides/community"],
    ["csv", "integrators/import-export"],
    ["keyboard", "guides/interface"],
  ])("finds %j", (query, ...pages) => {
    const found = english.find(query, 20, asIs).map(({ page }) => page.path);
    expect(
      found.slice(0, 10).some((path) => pages.includes(path)),
      found.join(" "),
    ).toBe(true);
  });

  it.each([
    ["get an API token", /token/i],
    ["share a prompt", /^Share a prompt$/],
    ["export my prompts", /export/i],
    ["fill in a blank", /blank/i],
    ["how do I copy a filled prompt", /copy/i],
    ["how can I delete my account", /delete/i],
  ])("answers the question %j first", (query, heading) => {
    expect(english.find(query, 20, asIs)[0]?.heading).toMatch(heading);
  });

  it("forgives a mistake, and finds words by their beginning", () => {
    const paths = (query: string) => english.find(query, 20, asIs).map(({ page }) => page.path);
    expect(paths("favuorites")).toContain("guides/login-user");
    expect(paths("moderat")).toContain("guides/community");
  });

  it("divides languages without spaces into words", () => {
    const [hit] = chinese.find("备份", 5, asIs);
    expect(hit?.page.path).toBe("deploy");
    expect(hit && marks(hit.excerpt, hit.highlights)).toContain("备份");
  });

  it("tells the heading and its anchor, and marks the words in a part of the text around them", () => {
    for (const hit of english.find("token", 50, asIs)) {
      expect(hit.page.headings.map(({ id }) => id).includes(hit.anchor ?? "") || hit.anchor === null).toBe(true);
      expect(hit.excerpt.length).toBeLessThan(220);
      const marked = [...marks(hit.excerpt, hit.highlights), ...marks(hit.heading ?? "", hit.headingHighlights)];
      for (const word of marked) expect(word).toMatch(/^token/);
      expect(marked.length).toBeGreaterThan(0);
    }
  });

  it("keeps the sections of a page beside each other", () => {
    const pages = english.find("prompt", 50, asIs).map(({ page }) => page.path);
    expect(pages.filter((path, at) => path !== pages[at - 1])).toHaveLength(new Set(pages).size);
  });

  it("puts the address of the site into what it shows", () => {
    const place = (text: string) => text.replaceAll("https://polyprompt.example", "https://s.example");
    const excerpts = english.find("graphql address", 20, place).map(({ excerpt }) => excerpt);
    expect(excerpts.length).toBeGreaterThan(0);
    expect(excerpts.join()).not.toContain("polyprompt.example");
  });

  it("finds nothing for nothing, and for what is in no page", () => {
    for (const query of ["", "  ", "?!", "zzzqqqxxx", "(.*)[", "\\"]) expect(english.find(query, 20, asIs)).toEqual([]);
  });
});
