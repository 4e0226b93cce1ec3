import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { DocStore } from "./doc.store";

let folder = "";
let store: DocStore;

function write(file: string, text: string, facts = "title: T\ndescription: D\nupdated: 2026-01-02"): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `---\n${facts}\n---\n\n${text}\n`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "polyprompt-docs-"));
  for (const locale of LOCALE_CODES) mkdirSync(join(folder, locale));
  store = new DocStore(folder);
  write("en/page.md", "# One\n\n[two](guides/two.md#x) [out](https://a.example/b.md) [old](two)");
  write("en/guides/two.md", "Two");
  write("fr/page.md", "Une");
  write("secret.md", "Secret");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a docs page", () => {
  it("is parsed from its file", async () => {
    expect(await store.find("fr", "page")).toEqual({
      path: "page",
      locale: "fr",
      title: "T",
      description: "D",
      updatedAt: new Date("2026-01-02T00:00:00Z"),
      html: "<p>Une</p>",
      headings: [],
    });
  });

  it("links to other pages by their addresses", async () => {
    const { html } = (await store.find("en", "page")) ?? {};
    expect(html).toContain(
      '<a href="guides/two#x">two</a> <a href="https://a.example/b.md">out</a> <a href="two">old</a>',
    );
  });

  it("falls back to English if it is not translated", async () => {
    expect(await store.find("de", "page")).toMatchObject({ locale: "en" });
    expect(await store.find("fr", "guides/two")).toMatchObject({ locale: "en", path: "guides/two" });
  });

  it("is parsed again when its file changes, and only then", async () => {
    const find = async () => (await store.find("en", "guides/two"))?.headings;
    const before = await find();
    expect(await find()).toBe(before);
    write("en/guides/two.md", "## New");
    expect(await find()).toEqual([{ id: "doc-new", level: 2, text: "New" }]);
  });

  it.each([
    "",
    "/",
    "nowhere",
    "../secret",
    "guides/../page",
    "./page",
    "Page",
    "page.md",
    "page/",
    "guides",
    "%2e",
    "a".repeat(5000),
    "\0",
    "guides\\two",
  ])("is not found at %j", async (path) => {
    expect(await store.find("en", path)).toBeNull();
  });

  it("throws if the title is missing or the date is invalid", async () => {
    for (const facts of [
      "description: D\nupdated: 2026-01-02",
      "title: T\ndescription: D\nupdated: 2026-02-30",
      "a: b",
    ]) {
      write("ja/broken.md", "Text", facts);
      await expect(store.find("ja", "broken")).rejects.toThrow();
    }
    rmSync(join(folder, "ja/broken.md"));
  });
});

it("lists all pages in the languages they are available in", async () => {
  const all = (await store.all()).map(({ locale, path }) => `${locale}/${path}`);
  expect(all).toEqual(["en/guides/two", "en/page", "fr/page"]);
});
