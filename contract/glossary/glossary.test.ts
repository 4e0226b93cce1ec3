import { readdirSync, readFileSync } from "node:fs";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { beforeAll, describe, expect, test } from "vitest";
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from "../locales";
import { punctuationProblems } from "../../server/library/punctuation-check";
import { gapsOf, type Glossary, tagProblems, type Translation, wordProblems } from "./glossary-check";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const glossaryOf = (locale: Locale) => JSON.parse(read(`contract/glossary/${locale}.json`)) as Glossary;
const tagsOf = (locale: Locale) =>
  (
    JSON.parse(read(`server/library/${locale}.json`)) as {
      tags: Record<string, { label: string; description: string }>;
    }
  ).tags;

const catalogs = await getCatalogs(getConfig());
const english = glossaryOf(FALLBACK_LOCALE);
const englishTags = tagsOf(FALLBACK_LOCALE);
const englishCatalogs = await Promise.all(catalogs.map((catalog) => catalog.read(FALLBACK_LOCALE)));
const docs = readdirSync(new URL(`docs-content/${FALLBACK_LOCALE}`, root), {
  recursive: true,
  encoding: "utf8",
}).filter((path) => path.endsWith(".md"));

/**
 * The title and the description of a page of the docs, then the lines of its text, of which there are none where it is not translated:
 * without code, the layout of tables, the mark of keys and the addresses of links.
 */
function linesOf(path: string): string[] {
  const [, facts = "", text = ""] = /^---\n(.*?)\n---\n*(.*)$/s.exec(read(path)) ?? [];
  const fact = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(facts)?.[1] ?? "";
  const lines = text.replace(/^ *```[^]*?^ *```$/gm, (code) => code.replace(/.+/g, "")).split("\n");
  const words = lines.map((line) =>
    line
      .replace(/ {2,}/g, " ")
      .replace(/:kbd(?=\[)/g, "")
      .replace(/\]\([^)]*\)/g, "]"),
  );
  return [fact("title"), fact("description"), ...(text.trim() === "" ? [] : words)];
}

/** Everything that keeps to the glossary: messages of the interface and of mails, docs line by line, tags' descriptions. */
async function translationsInto(locale: Locale): Promise<Translation[]> {
  const messages = await Promise.all(
    catalogs.map(async (catalog, index) => {
      const source = englishCatalogs[index] ?? {};
      return Object.entries(await catalog.read(locale)).map(([id, { translation }]) => ({
        place: catalog.path.split("/").slice(-4).join("/"),
        english: source[id]?.translation || source[id]?.message || id,
        text: translation,
      }));
    }),
  );
  const pages = docs.flatMap((page) => {
    const [source, target] = [
      linesOf(`docs-content/${FALLBACK_LOCALE}/${page}`),
      linesOf(`docs-content/${locale}/${page}`),
    ];
    return target.map((line, at) => ({
      place: `${page}, line ${String(at + 1)} after its title`,
      english: source[at] ?? "",
      text: line,
    }));
  });
  const tags = Object.entries(tagsOf(locale)).map(([slug, { description }]) => ({
    place: `tag ${slug}`,
    english: englishTags[slug]?.description ?? "",
    text: description,
  }));
  return [...messages.flat(), ...pages, ...tags];
}

describe.each(LOCALE_CODES)("in %s", (locale) => {
  const glossary = glossaryOf(locale);
  let translations: Translation[];

  beforeAll(async () => {
    translations = await translationsInto(locale);
  });

  test("the glossary has every term and every tag", () => {
    expect(gapsOf(english, glossary)).toEqual([]);
  });

  test("catalogs, mails, docs and descriptions of tags use the glossary's words", () => {
    expect(wordProblems(english, glossary, locale, translations)).toEqual([]);
  });

  test("catalogs, mails and docs have the language's punctuation", () => {
    const problems = translations.flatMap(({ place, text }) =>
      punctuationProblems(locale, text).map((problem) => `${place}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  test("tags have the glossary's names", () => {
    const names = Object.fromEntries(Object.entries(tagsOf(locale)).map(([slug, { label }]) => [slug, label]));
    expect(tagProblems(glossary, names)).toEqual([]);
  });
});

describe("a glossary is kept", () => {
  const source = glossary({ forms: ["blank", "blanks"], use: "blank" });
  const german = glossary({ forms: ["lücke"], use: "Lücke", avoid: ["Variable"] }, { Leerstelle: "Lücke" });
  const check = (text: string, original = "Fill in the blanks", into = german) =>
    wordProblems(source, into, "de", [{ place: "here", english: original, text }]);

  test("a translation with the word, in any of its forms, is right", () => {
    expect(check("Lücken füllen")).toEqual([]);
    expect(check("Sprache", "Language")).toEqual([]);
  });

  test("a translation without the word is named", () => {
    expect(check("Felder füllen")).toEqual(["here: “Felder füllen” does not say “Lücke” (blank)"]);
  });

  test("a word that must not stand for the term is named, also beside the right one", () => {
    expect(check("Lücken (Variablen) füllen")).toEqual([
      "here: “Lücken (Variablen) füllen” says “Variable” instead of “Lücke” (blank)",
    ]);
  });

  test("names of values, tags of components, code and addresses are no words of the English text", () => {
    expect(check("…", "{blank} <0>`blank`</0> [it](blank.md) blankets")).toEqual([]);
  });

  test("an exception applies to its text and its term, and must be needed", () => {
    const excepted = { ...german, exceptions: [{ english: "the blanks", term: "blank", why: "A test" }] };
    expect(check("Felder füllen", "Fill in the blanks", excepted)).toEqual([]);
    expect(check("Felder füllen", "Fill in 2 blanks", excepted)).toEqual([
      "here: “Felder füllen” does not say “Lücke” (blank)",
      "exception “the blanks” (blank): is not needed",
    ]);
    expect(check("Lücken füllen", "Fill in the blanks", excepted)).toEqual([
      "exception “the blanks” (blank): is not needed",
    ]);
  });

  test("a phrase in which the English word means something else asks for nothing", () => {
    const careful = glossary({ use: "blank", otherwise: ["blank page"] });
    const find = (original: string) =>
      wordProblems(careful, german, "de", [{ place: "here", english: original, text: "…" }]);
    expect(find("A blank page")).toEqual([]);
    expect(find("A blank page, a blank")).toHaveLength(1);
  });

  test("a word that is always wrong is named, but not as a part of the right one", () => {
    expect(check("Eine leerstelle", "A gap")).toEqual(["here: “Eine leerstelle” says “Leerstelle” instead of “Lücke”"]);
    expect(check("{Leerstelle} `Leerstelle`", "A gap")).toEqual([]);
    const japanese = { ...german, never: { ブラウザ: "ブラウザー" } };
    expect(check("このブラウザーだけ", "This browser only", japanese)).toEqual([]);
    expect(check("このブラウザだけ", "This browser only", japanese)).toHaveLength(1);
    const excepted = { ...japanese, exceptions: [{ english: "This browser", term: "ブラウザ", why: "A test" }] };
    expect(check("このブラウザだけ", "This browser only", excepted)).toEqual([]);
  });

  test("a tag with another name, a missing term, a word or a reason left out are named", () => {
    expect(tagProblems(german, { code: "Programmieren" })).toEqual([]);
    expect(tagProblems(german, { code: "Code" })).toEqual(["tag code: is “Code”, in the glossary “Programmieren”"]);
    expect(tagProblems(german, { music: "Musik" })).toEqual(["tag music: is “Musik”, in the glossary “”"]);
    expect(gapsOf(source, german)).toEqual([]);
    const broken = {
      ...german,
      terms: { gap: { use: " " }, hole: { use: "Loch", forms: ["lücke"] } },
      tags: {},
      exceptions: [{ english: "x", term: "gap", why: "" }],
    };
    expect(gapsOf(source, broken)).toEqual([
      "term blank: not in both glossaries",
      "term gap: not in both glossaries",
      "term hole: not in both glossaries",
      "tag code: not in both glossaries",
      "term gap: has no word",
      "term hole: “Loch” is none of its forms",
      "exception “x”: has no reason",
    ]);
  });

  function glossary(blank: Glossary["terms"][string], never: Record<string, string> = {}): Glossary {
    return { address: "", terms: { blank }, tags: { code: "Programmieren" }, never, exceptions: [] };
  }
});
