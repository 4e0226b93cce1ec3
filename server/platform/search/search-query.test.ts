import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { searchQuery } from "./search-query";

function anywhere(query: string, locale: Parameters<typeof searchQuery>[1] = "en"): string | undefined {
  return searchQuery(query, locale)?.find((part) => part.locale === locale)?.anywhere;
}

describe("searchQuery", () => {
  it("returns one part for each distinct locale and for English", () => {
    const locales = (...asked: Parameters<typeof searchQuery>) => searchQuery(...asked)?.map((part) => part.locale);
    expect(locales("x", "fr")).toEqual(["fr", "en"]);
    expect(locales("x", "en")).toEqual(["en"]);
    expect(locales("x", "zh", "de")).toEqual(["zh", "de", "en"]);
  });

  it("is null when there is nothing to search for", () => {
    for (const query of ["", "  ", "😀", "& | ! :* ()", "'\\", "\0", "\uD800"])
      expect(searchQuery(query, "en")).toBeNull();
  });

  it("has no phrase of more than 200 steps, even if one grapheme cluster has more characters", () => {
    const jamo = "\u1100".repeat(1600);
    for (const query of [jamo, Array.from({ length: 90 }, () => jamo.slice(0, 20)).join(" "), "漢字".repeat(100)]) {
      const [part] = searchQuery(query, "ko") ?? [];
      for (const text of [part?.anywhere, part?.exact]) expect(text?.match(/<\d+>/g)?.length ?? 0).toBeLessThan(500);
    }
  });

  it("looks for all words but one in one query, which stays short however many words there are", () => {
    const nearly = (query: string) => searchQuery(query, "zh")?.[0]?.nearly;
    expect(nearly("写")).toBeNull();
    expect(nearly("写 邮")).toBe("('写':* | '邮':*)");
    expect(nearly("写 邮 件")).toBe("(('写':*) & ('邮':*) | ('件':*) & (('写':* | '邮':*)))");
    const words = (query: string) => nearly(query)?.match(/'[^']+'/g)?.length ?? 0;
    expect(words("写 邮 件 客 户 工 作 学")).toBe(24);
    expect(words("写 邮 件 客 户 工 作 学 习 计 划 文")).toBe(32);
  });

  it("treats the last word as a prefix and adds the stem of each word", () => {
    expect(searchQuery("writing letters", "en")).toMatchObject([
      {
        size: 2,
        locale: "en",
        words: ["writing", "letters"],
        dictionaries: ["pg_catalog.english_stem", "pg_catalog.english_stem"],
        anywhere: "(('writing' | '%1$s')) & (('letters':* | '%2$s'))",
        head: "(('writing':ABD | '%1$s':ABD)) & (('letters':*ABD | '%2$s':ABD))",
        title: "(('writing':A | '%1$s':A)) & (('letters':*A | '%2$s':A))",
        exact: "((('writing':A | '%1$s':A)) & (('letters':*A | '%2$s':A))) & ('writing':A <1> 'letters':*A)",
      },
    ]);
  });

  it("treats only the last of two equal words as a prefix", () => {
    expect(anywhere("art art")).toBe("(('art' | '%1$s')) & (('art':* | '%2$s'))");
  });

  it("drops the locale's stop words if other words remain", () => {
    expect(anywhere("how to sign a letter")).toBe("(('sign' | '%1$s')) & (('letter':* | '%2$s'))");
    expect(anywhere("how to")).toBe("(('how' | '%1$s')) & (('to':* | '%2$s'))");
    expect(anywhere("die Katze", "de")).toBe("(('katze':* | '%1$s'))");
    expect(anywhere("die Katze", "en")).toContain("'die'");
    expect(anywhere("في المنزل", "ar")).not.toContain("'في'");
  });

  it("searches Chinese, Japanese and Korean by adjacent pairs, and a single character as a prefix", () => {
    expect(anywhere("写作文", "zh")).toBe("('写作' <1> '作文')");
    expect(anywhere("写", "zh")).toBe("('写':*)");
    expect(anywhere("写 作文", "zh")).toBe("('写':*) & ('作文')");
    expect(anywhere("プロンプト", "ja")).toBe("('ぷろ' <1> 'ろん' <1> 'んぷ' <1> 'ぷと')");
    expect(anywhere("GPT模型", "zh")).toBe("(('gpt' | '%1$s')) & ('模型')");
    expect(anywhere("이메일을 작성", "ko")).toBe("('이메' <1> '메일') & ('작성')");
    expect(anywhere("코드리뷰", "ko")).toBe("('코드' <1> ('드리' | '드') <1> '리뷰')");
    expect(anywhere("代码审查", "zh")).toBe("('代码') & ('审查')");
  });

  it("matches words whether written apart or as one", () => {
    expect(anywhere("e-mail")).toBe("(('e' <1> 'mail':* | 'email':* | '%1$s'))");
    expect(anywhere("GPT-4")).toBe("(('gpt' <1> '4':* | 'gpt4':*))");
    expect(anywhere("l’article", "fr")).toBe("(('article':* | '%1$s'))");
    expect(anywhere(".net")).toBe("(('net' | '.net':* | '%1$s'))");
    expect(anywhere("c++")).toBe("('c++':*)");
    expect(anywhere("uebersetzung quelle", "de")).toContain("'uebersetzung' | 'ubersetzung'");
    expect(anywhere("quelle neue", "de")).toBe("(('quelle' | '%1$s')) & (('neue':* | '%2$s'))");
  });

  it("uses at most 12 words and 200 graphemes", () => {
    expect(anywhere("wort ".repeat(50), "de")?.split("&")).toHaveLength(12);
    expect(anywhere("代码审查".repeat(20), "zh")?.split("&")).toHaveLength(12);
    const [only] = searchQuery("龘".repeat(10_000), "en") ?? [];
    expect(only?.anywhere.split("<1>")).toHaveLength(199);
  });

  it("never throws and quotes its operands, for any string", () => {
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
