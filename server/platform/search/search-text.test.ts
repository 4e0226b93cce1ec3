import { describe, expect, it } from "vitest";
import { searchVector } from "./search-text";

describe("searchVector", () => {
  it("gives title, remark and text the weights A, B and C, with gaps between them", () => {
    const { literal } = searchVector({ locale: "en", title: "Cover letter", remark: "letter", content: "写作文" });
    expect(literal).toBe("'cover':2A 'letter':3A,6B '写作':9C '作文':10C '文':11C");
  });

  it("treats a missing remark as empty", () => {
    expect(searchVector({ locale: "en", title: "a", remark: null, content: "" }).literal).toBe("'a':2A");
  });

  it("stems each word once per field, with and without its marks", () => {
    const { stems } = searchVector({
      locale: "fr",
      title: "Écriture, écriture 4 C++",
      remark: null,
      content: "письма",
    });
    expect(stems).toEqual([
      { dictionary: "pg_catalog.french_stem", weight: "A", words: ["ecriture", "écriture"] },
      { dictionary: "pg_catalog.russian_stem", weight: "C", words: ["письма"] },
    ]);
  });

  it("treats Latin words in a Chinese text as English", () => {
    const { stems } = searchVector({ locale: "zh", title: "写作 prompts", remark: null, content: "" });
    expect(stems).toEqual([{ dictionary: "pg_catalog.english_stem", weight: "A", words: ["prompts"] }]);
  });

  it("keeps at most 255 positions of a word, none beyond PostgreSQL's maximum", () => {
    const { literal } = searchVector({ locale: "zh", title: "", remark: null, content: "好".repeat(20_000) });
    const positions = literal.match(/\d+(?=C)/g) ?? [];
    expect(positions).toHaveLength(256);
    for (const position of positions) expect(Number(position)).toBeLessThan(16_384);
  });
});
