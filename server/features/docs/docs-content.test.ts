import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import imageSize from "image-size";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { FALLBACK_LOCALE, type Locale, LOCALE_CODES } from "../../../contract/locales";
import { isPage } from "../../../contract/pages";
import { placeAddresses } from "./doc-markdown";
import { docsContent, DocsContent } from "./docs-content";
import { faultOf, report, stamp } from "./translations";

const { current } = docsContent();
/** Of the other languages, the terms and the privacy policy are whole: they show the English text of the rest. */
const WHOLE: readonly Locale[] = ["de", "en", "es", "fr", "ja", "ko", "pt", "zh"];
const IMAGES = new URL("../../../docs-content/images/", import.meta.url);

describe("the docs", () => {
  it("are whole in some languages, the terms and the privacy policy in all", () => {
    for (const locale of WHOLE)
      for (const text of [...current.pagesOf(locale), ...current.posts(locale)])
        expect(text, text.path).toMatchObject({ locale });
    for (const locale of LOCALE_CODES)
      for (const path of ["terms-of-service", "privacy-policy"])
        expect(current.page(locale, path)?.locale).toBe(locale);
  });

  it("have titles, descriptions and labels in all languages", () => {
    expect(current.translations.filter(({ state }) => state === "missing")).toEqual([]);
    const keys = (locale: (typeof LOCALE_CODES)[number]) => {
      const { groups, tags } = current.labelsOf(locale);
      return [
        Object.entries(groups).map(([group, { description }]) => [group, description !== undefined]),
        Object.keys(tags),
      ];
    };
    for (const locale of LOCALE_CODES) expect(keys(locale)).toEqual(keys(FALLBACK_LOCALE));
  });

  it("have translations of the English text as it is now, with its headings, links, code and pictures", () => {
    const faults = current.translations.flatMap((each) => {
      const fault = faultOf(each);
      return fault === undefined ? [] : [`${each.locale}/${each.file} ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it("link to pages, headings and pictures that exist", () => {
    const broken: string[] = [];
    for (const locale of LOCALE_CODES)
      for (const text of [...current.pagesOf(locale), ...current.posts(locale)]) {
        const html = placeAddresses(text.html, { site: "https://site.example", base: "", pages: "/ar" });
        for (const [, href = ""] of html.matchAll(/ href="((?:\/ar\/|#)[^"]*)"/g)) {
          const { pathname, hash } = new URL(href, "https://site.example/ar/here");
          const below = pathname.slice("/ar/docs/".length);
          const target = href.startsWith("#") ? text : pathname.startsWith("/ar/docs/") && current.page(locale, below);
          const isThere = target === false ? isPage(pathname) : target !== undefined;
          const headings = target ? target.headings.map(({ id }) => `#${encodeURI(id)}`) : [];
          if (!isThere || (hash !== "" && !headings.includes(hash))) broken.push(`${text.file}: ${href}`);
        }
      }
    expect(broken).toEqual([]);
  });

  it("have no more than one page with a title, and posts of different days", () => {
    for (const locale of LOCALE_CODES) {
      const titles = current.pagesOf(locale).map(({ title }) => title);
      expect(new Set(titles).size, locale).toBe(titles.length);
    }
    const days = current.posts(FALLBACK_LOCALE).map(({ publishedAt }) => publishedAt.getTime());
    expect(days).toEqual([...new Set(days)].toSorted((a, b) => b - a));
    expect(days.length).toBeGreaterThanOrEqual(5);
  });

  it("have pictures of at most 40 kB, as large in light as in dark", () => {
    const languages = readdirSync(IMAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(languages.map(({ name }) => name)).toEqual(WHOLE);
    for (const { name: language } of languages) {
      const folder = new URL(`${language}/`, IMAGES);
      const files = readdirSync(folder);
      expect(files).toEqual(readdirSync(new URL("en/", IMAGES)));
      for (const file of files) {
        expect(statSync(new URL(file, folder)).size, file).toBeLessThanOrEqual(40_000);
        const size = (mode: string) =>
          imageSize(readFileSync(new URL(file.replace(/(dark|light)(?=\.webp$)/, mode), folder)));
        expect(size("light")).toEqual(size("dark"));
      }
    }
  });
});

describe("a folder of docs", () => {
  let folder = "";
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const page = (title: string, text: string, more = "updated: 2026-01-02\n") =>
    `---\ntitle: ${title}\ndescription: D\n${more}---\n\n${text}\n`;
  const LABELS = JSON.stringify({ groups: { start: { label: "Start" } }, tags: { basics: "Basics" } });

  function writeVersion(at: string, pages: readonly string[]): void {
    write(`${at}sidebar.json`, JSON.stringify([{ group: "start", pages }]));
    for (const locale of LOCALE_CODES) write(`${at}${locale}/labels.json`, LABELS);
    write(`${at}en/index.md`, page("Home", "## Begin\n\nSee [more](guides/more.md#later)."));
    write(`${at}en/guides/more.md`, page("More", "## Later\n\nText.", "updated: 2026-01-02\ntags: [basics]\n"));
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "polyprompt-docs-"));
    write("moved.json", '{ "old": "guides/more" }');
    writeVersion("", ["", "guides/more"]);
    write("fr/guides/more.md", page("Plus", "## Plus tard\n\nTexte.", ""));
    write("de/guides/more.md", page("Mehr", "", ""));
    write("en/blog/first.md", page("First", "Text.", "date: 2026-01-02\n"));
    write("en/blog/second.md", page("Second", "Text.", "date: 2026-02-02\n"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has pages in the order of the sidebar, and posts, the newest first", () => {
    const { current: docs } = new DocsContent(folder);
    expect(docs.pagesOf("en").map(({ path, title, group }) => [path, title, group])).toEqual([
      ["", "Home", "start"],
      ["guides/more", "More", "start"],
    ]);
    expect(docs.posts("fr").map(({ path }) => path)).toEqual(["second", "first"]);
  });

  it("shows the English text where a translation has none, with the title that it has", () => {
    const content = new DocsContent(folder);
    const more = (locale: "fr" | "de" | "ja") => content.find(locale, "guides/more")?.doc;
    expect(more("fr")).toMatchObject({ locale: "fr", title: "Plus", file: "fr/guides/more.md", tags: ["basics"] });
    expect(more("fr")?.headings).toEqual([{ id: "later", level: 2, text: "Plus tard" }]);
    expect(more("de")).toMatchObject({ locale: "en", title: "Mehr", file: "en/guides/more.md" });
    expect(more("ja")).toMatchObject({ locale: "en", title: "More", updatedAt: new Date("2026-01-02") });
  });

  it("may have older versions, each in a folder of its name", () => {
    writeVersion("versions/0.1/", ["", "guides/more"]);
    write("versions/0.1/en/index.md", page("Home of old", "See [more](guides/more.md)."));
    const content = new DocsContent(folder);
    expect(content.versions.map(({ name }) => name)).toEqual(["", "0.1"]);
    expect(content.versions.map((version) => version.addressOf(""))).toEqual(["", "0.1/"]);
    expect(content.find("en", "0.1/")?.doc).toMatchObject({ title: "Home of old", file: "versions/0.1/en/index.md" });
    expect(content.find("en", "0.1/")?.doc.html).toContain("/docs/0.1/guides/more");
    expect(content.find("en", "0.1/guides/more")?.version.name).toBe("0.1");
    expect(content.find("en", "guides/more")?.version.name).toBe("");
    for (const path of ["0.2/guides/more", "0.1", "0.1/guides"]) expect(content.find("en", path)).toBeUndefined();
    rmSync(join(folder, "versions"), { recursive: true });
  });

  it("says where pages are that have moved", () => {
    expect(new DocsContent(folder).moved.get("old")).toBe("guides/more");
  });

  it("finds nothing at other paths", () => {
    const content = new DocsContent(folder);
    for (const path of [
      "guides",
      "../secret",
      "guides/../index",
      "Index",
      "index",
      "guides/more.md",
      "a".repeat(5000),
      "\0",
    ])
      expect(content.find("en", path)).toBeUndefined();
  });

  it("reports translations that are stale, differ or are missing, and stamps them", () => {
    const states = () => new DocsContent(folder).current.translations.filter(({ file }) => file === "guides/more.md");
    const stateIn = (locale: string) => states().find((each) => each.locale === locale)?.state;
    expect([stateIn("fr"), stateIn("de"), stateIn("ja")]).toEqual(["stale", "stale", "missing"]);
    expect(stamp(["fr"], folder)).toContain("guides/more.md");
    expect(stamp(["de", "guides/more.md"], folder)).toContain("Stamped 1");
    expect([stateIn("fr"), stateIn("de")]).toEqual(["current", "title only"]);
    write(
      "en/guides/more.md",
      page("More", "## Later\n\nOther [text](../index.md).", "updated: 2026-01-03\ntags: [basics]\n"),
    );
    expect([stateIn("fr"), stateIn("de")]).toEqual(["stale", "title only"]);
    const said = report(new DocsContent(folder));
    expect(said).toContain("fr/guides/more.md is a translation of other English words");
    expect(said).toMatch(/ja: 0 of 4 texts\n {2}missing: .*guides\/more\.md/);
    // Without naming it, a stale translation stays stale.
    expect(stamp(["fr"], folder)).toBe("Stamped 0 files.");
    stamp(["fr", "guides/more.md"], folder);
    const [french] = states().filter(({ locale }) => locale === "fr");
    expect(french && faultOf(french)).toBe("differs from the English text in: links");
  });

  // The hashes of these are 718464934781 and 637041668e74.
  it.each(["More 347", "More 156"])("stamps a translation of %s so that its hash is not read as a number", (title) => {
    write("en/guides/more.md", page(title, "Text."));
    stamp(["de", "guides/more.md"], folder);
    const german = new DocsContent(folder).current.translations.find(
      ({ locale, file }) => locale === "de" && file === "guides/more.md",
    );
    expect(german?.state).toBe("title only");
  });

  test.each([
    ["a page that the sidebar does not name", "en/lost.md", page("Lost", "Text."), "lost.md: The sidebar"],
    ["a translation without an English text", "fr/lost.md", page("Perdu", "Texte.", ""), "fr/lost.md has no English"],
    ["an unknown fact", "fr/index.md", page("X", "Y", "updated: 2026-01-02\n"), "fr/index.md"],
    [
      "an unknown tag",
      "en/guides/more.md",
      page("M", "T", "updated: 2026-01-02\ntags: [none]\n"),
      "Unknown tags: none",
    ],
    ["a wrong date", "en/index.md", page("H", "T", "updated: 2026-02-30\n"), "en/index.md"],
    ["a page that has moved to nowhere", "moved.json", '{ "old": "nowhere" }', "moved.json"],
    ["a picture that is not there", "en/index.md", page("H", "![a](pictures/none.webp)"), "no picture none"],
  ])("is refused for %s", (_what, file, text, message) => {
    const path = join(folder, file);
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    write(file, text);
    expect(() => new DocsContent(folder)).toThrow(message);
    if (before === undefined) rmSync(path);
    else writeFileSync(path, before);
    expect(() => new DocsContent(folder)).not.toThrow();
  });
});
