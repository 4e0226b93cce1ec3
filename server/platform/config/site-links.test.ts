import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageLinks, SITE_LINKS } from "../../../contract/site-links";
import { ConfigError, loadConfig } from "./config";
import { readSiteLinks } from "./site-links";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "polyprompt-links-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: unknown): string {
  const path = join(folder, "links.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function problemsOf(content: unknown): string {
  try {
    loadConfig({ SITE_LINKS: file(content) });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join("\n");
    throw error;
  }
  return "";
}

describe("a file of links", () => {
  it("replaces what it mentions and nothing else", () => {
    const tools = [{ label: "Tool", href: "https://tool.example/" }];
    expect(readSiteLinks(file({ tools, icons: { qqGroup: "https://qq.example/" } }))).toEqual({
      ...SITE_LINKS,
      tools,
      icons: { qqGroup: "https://qq.example/" },
    });
    expect(loadConfig({ SITE_LINKS: file({ tools }) }).links.tools).toEqual(tools);
    expect(loadConfig({}).links).toEqual(SITE_LINKS);
  });

  it.each([
    ["no JSON", "{", /SITE_LINKS: .*JSON/],
    ["a key that does not exist", { tool: [] }, /tool/],
    [
      "an address that would run",
      { tools: [{ label: "x", href: "javascript:alert(1)" }] },
      /tools: 0: href: must be an/,
    ],
    ["a link without a name", { feedback: [{ label: " ", href: "https://a.example/" }] }, /feedback: 0: label/],
    [
      "a chat site that gets no prompt",
      { chatTargets: [{ label: "x", href: "https://a.example/", maxLength: 500 }] },
      /\{prompt\}/,
    ],
    [
      "a place to share that gets no address",
      { shareTargets: [{ label: "x", href: "https://a.example/" }] },
      /\{url\}/,
    ],
    [
      "an announcement without English",
      { announcement: { id: "a", text: { de: "Neu" } } },
      /announcement: text: must have an English/,
    ],
    [
      "an announcement whose id could end a selector",
      { announcement: { id: 'a"]', text: { en: "New" } } },
      /announcement: id/,
    ],
  ])("with %s is refused, and the message says where", (_what, content, message) => {
    expect(problemsOf(content)).toMatch(message);
  });
});

it("a page gets the announcement in its language, or in English", () => {
  const links = {
    ...SITE_LINKS,
    announcement: { id: "a", text: { en: "New", de: "Neu" }, href: "https://a.example/" },
  };
  expect(pageLinks(links, "de").announcement).toEqual({ id: "a", text: "Neu", href: "https://a.example/" });
  expect(pageLinks(links, "fr").announcement?.text).toBe("New");
  expect(pageLinks(SITE_LINKS, "fr")).toEqual(SITE_LINKS);
});
