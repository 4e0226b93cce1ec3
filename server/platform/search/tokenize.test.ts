import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segment } from "./tokenize";

/** Words as "a+b" (parts) or "[中文]" (a run that is searched by character pairs). */
function words(text: string): string[] {
  return segment(text, "en").map((each) =>
    each.kind === "cjk" ? `[${each.chars.join("")}]` : each.parts.map((part) => part.forms[0]).join("+"),
  );
}

function forms(text: string): (readonly string[])[] {
  return segment(text, "en").flatMap((each) => (each.kind === "cjk" ? [] : each.parts.map((part) => part.forms)));
}

describe("segment", () => {
  it.each([
    ["en", "Don't panic: the writer's e-mail (v2)", ["dont", "panic", "the", "writer", "e+mail", "v+2"]],
    ["en", "state-of-the-art, rock 'n' roll", ["state+of+the+art", "rock", "n", "roll"]],
    ["zh", "我用GPT模型，写作文。", ["[我用]", "gpt", "[模型]", "[写作文]"]],
    ["ja", "プロンプトの書き方を教えて！", ["[ぷろんぷとの書き方を教えて]"]],
    ["ko", "이메일을 작성해줘", ["[이메일을]", "[작성해줘]"]],
    ["es", "¿Cómo escribir una canción?", ["como", "escribir", "una", "cancion"]],
    ["fr", "L’écriture d'un article, aujourd’hui", ["ecriture", "un", "article", "aujourd+hui"]],
    ["de", "Straßenübersicht für Anfänger", ["strassenubersicht", "fur", "anfanger"]],
    ["it", "l'arte dell’insegnamento, un'idea", ["arte", "insegnamento", "idea"]],
    ["ru", "Напиши всё о йоге", ["напиши", "все", "о", "йоге"]],
    ["pt", "redação à mão", ["redacao", "a", "mao"]],
    ["hi", "हिन्दी में कहानियाँ।", ["हिंदी", "में", "कहानियां"]],
    ["ar", "اكتُب رسالةً، من فضلك؟", ["اكتب", "رساله", "من", "فضلك"]],
    ["bn", "বাংলায় চিঠি লিখুন।", ["বাংলায", "চিঠি", "লিখুন"]],
    [
      "code",
      "C++, C#, C++20 a+b i# .NET ASP.NET Node.js a...b",
      ["c++", "c#", "c++", "20", "a", "b", "i#", "net", "asp+net", "node+js", "a", "b"],
    ],
    ["numbers", "GPT-4o gpt4 ١٢ 第3章", ["gpt+4+o", "gpt+4", "12", "[第]", "3", "[章]"]],
    ["nothing", " \t\n😀 & | ! : * ( ) ' \\ < > -- … \u0301", []],
  ])("splits text into words: %s", (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it("adds the form of an Arabic word without its article", () => {
    expect(forms("والكتابة")).toEqual([["والكتابه", "كتابه"]]);
    expect(forms("بالعربية")).toEqual([["بالعربيه", "عربيه"]]);
    expect(forms("للغة")).toEqual([["للغه", "لغه"]]);
    expect(forms("إلى الله بالغ")).toEqual([["الي"], ["الله"], ["بالغ"]]);
  });

  it("adds the form of a Bengali word without its ending", () => {
    expect(forms("চিঠির বইয়ের কাজে শিক্ষকদের ভাষায়")).toEqual([
      ["চিঠির", "চিঠি"],
      ["বইযের", "বই"],
      ["কাজে", "কাজ"],
      ["শিক্ষকদের", "শিক্ষক"],
      ["ভাষায", "ভাষা"],
    ]);
    expect(forms("খবর ঘর")).toEqual([["খবর"], ["ঘর"]]);
  });

  it("joins up to five parts of a word", () => {
    const joined = segment("e-mail gpt4 a-b-c-d-e-f", "en").map(
      (each) => each.kind === "word" && each.joined?.forms[0],
    );
    expect(joined).toEqual(["email", "gpt4", undefined]);
  });

  it("keeps the marks for the stemmer", () => {
    expect(segment("Écriture", "en")).toEqual([
      { kind: "word", parts: [{ forms: ["ecriture"], unfolded: "écriture" }], joined: null },
    ]);
  });

  it("yields only letters, digits and known signs, at most 64 long, for any string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
        for (const each of segment(text, "en")) {
          const lexemes = each.kind === "cjk" ? each.chars : each.parts.flatMap((part) => part.forms);
          expect(lexemes.length).toBeGreaterThan(0);
          for (const lexeme of lexemes) expect(lexeme).toMatch(/^\.?[\p{L}\p{M}\p{N}]{1,64}(?:\+\+|#)?$/u);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
