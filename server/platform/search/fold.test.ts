import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { fold, MAX_TEXT_LENGTH, normalize } from "./fold";

/** Each line: spellings that must fold to the same string. */
const EQUIVALENT_SPELLINGS: readonly (readonly string[])[] = [
  ["résumé", "Resume", "RÉSUMÉ", "re\u0301sume\u0301"],
  ["Straße", "strasse", "STRASSE", "STRAẞE"],
  ["cœur", "coeur"],
  ["Ærø", "aero"],
  ["İstanbul", "istanbul", "ISTANBUL", "ıstanbul"],
  ["ação", "acao"],
  ["perché", "perche"],
  ["niño", "nino"],
  ["ﬁle", "file"],
  ["ＧＰＴ", "gpt"],
  ["co\u00ADoperate", "cooperate"],
  ["l’article", "l'article", "l´article", "lʼarticle"],
  ["e‑mail", "e-mail", "e‐mail"],
  ["ΛΌΓΟΣ", "λόγος", "λογοσ"],
  ["ёлка", "елка", "Ёлка"],
  ["за\u0301мок", "замок"],
  ["كِتَابَة", "كتابة", "كتابه", "كتـــابة"],
  ["أحمد", "احمد", "إحمد", "آحمد", "ٱحمد"],
  ["على", "علي", "علی"],
  ["مسؤول", "مسوول"],
  ["قائمة", "قايمه"],
  ["شيء", "شئ", "شي"],
  ["کتاب", "كتاب"],
  ["हिन्दी", "हिंदी"],
  ["कहानियाँ", "कहानियां"],
  ["फ़ाइल", "फाइल"],
  ["ज़रूरी", "जरूरी", "ज\u093Cरूरी"],
  ["ऑफिस", "आफिस"],
  ["सम्पादक", "संपादक"],
  ["क्\u200Dष", "क्ष"],
  ["পড়া", "পড\u09BCা", "পডা"],
  ["চাঁদ", "চাদ"],
  ["সঙ্গীত", "সংগীত"],
  ["বাঙলা", "বাংলা"],
  ["উৎসব", "উত্সব"],
  ["ৰচনা", "রচনা"],
  ["번역", "\u1107\u1165\u11AB\u110B\u1167\u11A8"],
  ["プロンプト", "ぷろんぷと", "ﾌﾟﾛﾝﾌﾟﾄ"],
  ["サーバー", "サーバ"],
  ["２０２６", "2026", "٢٠٢٦", "२०२६", "২০২৬"],
];

const DISTINCT_WORDS: readonly (readonly [string, string])[] = [
  ["мой", "мои"],
  ["їх", "іх"],
  ["が", "か"],
  ["エラー", "エラ"],
  ["अन्य", "अंय"],
  ["कि", "की"],
  ["খবর", "খবরে"],
];

describe("fold", () => {
  it.each(EQUIVALENT_SPELLINGS)("folds %s, %s … to the same string", (first, ...others) => {
    for (const other of others) expect(fold(other)).toBe(fold(first));
  });

  it.each(DISTINCT_WORDS)("keeps %s and %s apart", (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it("drops NUL, lone surrogates and invisible characters, and keeps emoji whole", () => {
    expect(fold("a\0b")).toBe("a b");
    expect(fold("a\uD800b\uDC00c")).toBe("abc");
    expect(fold("\u200Ba\uFE0Fb\u202Ec")).toBe("abc");
    expect(fold("😀")).toBe("😀");
  });

  it.each(["\u00ad", "\u200b", "\u200d", "\u20dd", "\u0640"])(
    "cuts runs of marks before it normalizes, with %j between them",
    (hidden) => {
      const normalizing = vi.spyOn(String.prototype, "normalize");
      try {
        fold(`a${`${"\u0301".repeat(15)}${"\u0316".repeat(15)}${hidden}`.repeat(1900)}`);
        const texts = normalizing.mock.contexts.map(String);
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) expect(text).not.toMatch(/\p{M}{61}/u);
      } finally {
        normalizing.mockRestore();
      }
    },
  );

  it("caps the length, even of text that grows during folding", () => {
    expect(fold("\uFDFA".repeat(MAX_TEXT_LENGTH)).length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
    expect(normalize("a".repeat(100), 7)).toBe("a".repeat(7));
  });

  it("returns well-formed text and is idempotent for any string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const folded = fold(text);
        expect(folded).not.toMatch(/[\p{Cs}\p{Cc}]/u);
        expect(fold(folded)).toBe(folded);
      }),
      { numRuns: 3000 },
    );
  });
});
