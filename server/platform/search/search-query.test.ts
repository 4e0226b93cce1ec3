import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { searchQuery } from "./search-query";

function anywhere(query: string, locale: Parameters<typeof searchQuery>[1] = "en"): string | undefined {
  return searchQuery(query, locale)?.find((part) => part.locale === locale)?.anywhere;
}

describe("searchQuery", () => {
  it("asks in each locale and in English, each once", () => {
    const locales = (...asked: Parameters<typeof searchQuery>) => searchQuery(...asked)?.map((part) => part.locale);
    expect(locales("x", "fr")).toEqual(["fr", "en"]);
    expect(locales("x", "en")).toEqual(["en"]);
    expect(locales("x", "zh", "de")).toEqual(["zh", "de", "en"]);
  });

  it("is null when there is nothing to search for", () => {
    for (const query of ["", "  ", "😀", "& | ! :* ()", "'\\", "\0", "\uD800"])
      expect(searchQuery(query, "en")).toBeNull();
  });

  it("takes the last word for a prefix and all words with their stems", () => {
    expect(searchQuery("writing letters", "en")).toEqual([
      {
        locale: "en",
        words: ["writing", "letters"],
        dictionaries: ["pg_catalog.english_stem", "pg_catalog.english_stem"],
        anywhere: "(('writing' | '%1$s')) & (('letters':* | '%2$s'))",
        head: "(('writing':AB | '%1$s':AB)) & (('letters':*AB | '%2$s':AB))",
        title: "(('writing':A | '%1$s':A)) & (('letters':*A | '%2$s':A))",
        exact: "((('writing':A | '%1$s':A)) & (('letters':*A | '%2$s':A))) & ('writing':A <1> 'letters':*A)",
      },
    ]);
  });

  it("takes only the last of two same words for a prefix", () => {
    expect(anywhere("art art")).toBe("(('art' | '%1$s')) & (('art':* | '%2$s'))");
  });

  it("drops the stop words of each locale while others remain", () => {
    expect(anywhere("how to write a letter")).toBe("(('write' | '%1$s')) & (('letter':* | '%2$s'))");
    expect(anywhere("how to")).toBe("(('how' | '%1$s')) & (('to':* | '%2$s'))");
    expect(anywhere("die Katze", "de")).toBe("(('katze':* | '%1$s'))");
    expect(anywhere("die Katze", "en")).toContain("'die'");
    expect(anywhere("في المنزل", "ar")).not.toContain("'في'");
  });

  it("searches Chinese, Japanese and Korean by pairs side by side, one character as a beginning", () => {
    expect(anywhere("写作文", "zh")).toBe("('写作' <1> '作文')");
    expect(anywhere("写", "zh")).toBe("('写':*)");
    expect(anywhere("写 作文", "zh")).toBe("('写':*) & ('作文')");
    expect(anywhere("プロンプト", "ja")).toBe("('ぷろ' <1> 'ろん' <1> 'んぷ' <1> 'ぷと')");
    expect(anywhere("GPT模型", "zh")).toBe("(('gpt' | '%1$s')) & ('模型')");
    expect(anywhere("이메일을 작성", "ko")).toBe("('이메' <1> '메일') & ('작성')");
    expect(anywhere("코드리뷰", "ko")).toBe("('코드' <1> ('드리' | '드') <1> '리뷰')");
    expect(anywhere("代码审查", "zh")).toBe("('代码') & ('审查')");
  });

  it("finds words that are written apart and in one", () => {
    expect(anywhere("e-mail")).toBe("(('e' <1> 'mail':* | 'email':* | '%1$s'))");
    expect(anywhere("GPT-4")).toBe("(('gpt' <1> '4':* | 'gpt4':*))");
    expect(anywhere("l’article", "fr")).toBe("(('article':* | '%1$s'))");
    expect(anywhere(".net")).toBe("(('net' | '.net':* | '%1$s'))");
    expect(anywhere("c++")).toBe("('c++':*)");
    expect(anywhere("uebersetzung quelle", "de")).toContain("'uebersetzung' | 'ubersetzung'");
    expect(anywhere("quelle neue", "de")).toBe("(('quelle' | '%1$s')) & (('neue':* | '%2$s'))");
  });

  it("takes 12 words and 200 graphemes", () => {
    expect(anywhere("wort ".repeat(50), "de")?.split("&")).toHaveLength(12);
    expect(anywhere("代码审查".repeat(20), "zh")?.split("&")).toHaveLength(12);
    const [only] = searchQuery("龘".repeat(10_000), "en") ?? [];
    expect(only?.anywhere.split("<1>")).toHaveLength(199);
  });

  it("never throws, and its operands are quoted, whatever the string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom(...LOCALE_CODES), (query, locale) => {
        for (const part of searchQuery(query, locale) ?? []) {
          expect(part.words).toHaveLength(part.dictionaries.length);
          expect(part.anywhere.replace(/'[^'\\]+'/g, "x")).toMatch(/^[x:*&|<>1() ]+$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
