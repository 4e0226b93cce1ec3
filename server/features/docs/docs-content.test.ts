import { describe, expect, it, test } from "vitest";
import { FALLBACK_LOCALE, LOCALE_CODES } from "../../../contract/locales";
import { docStore, type StoredDoc } from "./doc.store";

const docs = await docStore.all();
const english = new Map(docs.filter(({ locale }) => locale === FALLBACK_LOCALE).map((doc) => [doc.path, doc]));

/** The structure that a translation shares with its source text. */
function shape({ html, headings, updatedAt }: StoredDoc) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, group]) => group);
  return {
    updatedAt,
    headings: headings.map(({ level }) => level),
    blocks: all(/<(p|li|tr|pre|table)\b/g),
    links: all(/ href="([^"]*)"/g),
    code: all(/<code[^>]*>([^<]*)/g),
  };
}

describe("docs pages", () => {
  it("on terms and privacy exist in all languages", () => {
    for (const path of ["terms-of-service", "privacy-policy"]) {
      expect(docs.filter((doc) => doc.path === path).map(({ locale }) => locale)).toEqual(LOCALE_CODES);
    }
  });

  test.each(docs.map((doc) => [`${doc.locale}/${doc.path}`, doc] as const))(
    "%s has the structure and date of the English page",
    (_file, doc) => {
      const source = english.get(doc.path);
      expect(source && shape(doc)).toEqual(source && shape(source));
      expect(source).toBeDefined();
    },
  );

  it("link to existing pages and do not repeat their title in the text", () => {
    for (const { locale, path, html, headings } of docs) {
      const internalLinks = [...html.matchAll(/ href="(?!https:|mailto:)([^"#]+)/g)].map(([, href = ""]) => href);
      for (const href of internalLinks) {
        const page = new URL(href, `http://docs/${path}`).pathname.slice(1);
        expect({ in: `${locale}/${path}`, href, exists: english.has(page) }).toMatchObject({ exists: true });
      }
      expect(headings.every(({ level }) => level > 1)).toBe(true);
      expect(html).not.toMatch(/\.md"/);
    }
  });

  it("have titles and descriptions that search engines show in full", () => {
    for (const { title, description } of docs) {
      expect([...title].length).toBeLessThanOrEqual(60);
      expect([...description].length).toBeLessThanOrEqual(160);
    }
  });
});
