import { describe, expect, it } from "vitest";
import type { Locale } from "../../../contract/locales";
import { searchQuery } from "./search-query";

/** The query in the reader's language without what weighs nothing. */
const anywhere = (query: string, locale: Locale) => searchQuery(query, locale)?.[0]?.anywhere;

describe("fillers weigh nothing when other words are there", () => {
  it.each<[Locale, string, string]>([
    ["en", "how do I write a resume", "resume"],
    ["en", "please help me write a resume", "resume"],
    ["zh", "怎么写辞职信", "辞职信"],
    ["zh", "帮我写一份简历", "简历"],
    ["zh", "老板骂我怎么办", "老板骂"],
    ["ja", "退職届を書いてください", "退職届"],
    ["ko", "이력서 써줘", "이력서"],
    ["ru", "что делать если протечка", "протечка"],
    ["ru", "помоги мне написать мне резюме", "резюме"],
    ["de", "schreib mir eine Bewerbung", "Bewerbung"],
    ["fr", "aide-moi à écrire une lettre", "lettre"],
    ["es", "ayúdame a escribir una carta", "carta"],
    ["it", "aiutami a scrivere una lettera", "lettera"],
    ["pt", "me ajude a escrever uma carta", "carta"],
    ["ar", "كيف اكتب رسالة", "رسالة"],
    ["hi", "मुझे रिज्यूमे चाहिए", "रिज्यूमे"],
    ["bn", "আমাকে চিঠি লিখে দাও", "চিঠি"],
  ])("in %s: %s", (locale, query, rest) => {
    // The last word typed may be unfinished, the one before it is not.
    const finished = (text: string) => anywhere(text, locale)?.replaceAll(":*", "");
    expect(finished(query)).toBe(finished(rest));
  });

  it("but are searched for if there is nothing else", () => {
    expect(anywhere("怎么办", "zh")).toBeDefined();
    expect(anywhere("how do I", "en")).toContain("'how'");
  });
});
