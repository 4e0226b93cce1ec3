import { describe, expect, it } from "vitest";
import { CORRECTABLE, editDistance, mayBeMeant, nearestWord, tolerance } from "./spelling";

describe("editDistance", () => {
  it.each([
    ["letter", "letter", 0],
    ["leter", "letter", 1],
    ["lettter", "letter", 1],
    ["lettre", "letter", 1],
    ["litter", "letter", 1],
    ["recieve", "receive", 1],
    ["writting", "writing", 1],
    ["wednesday", "wensday", 2],
    ["ошыбка", "ошибка", 1],
  ])("between %s and %s is %i", (one, other, distance) => {
    expect(editDistance([...one], [...other], 2)).toBe(distance);
    expect(editDistance([...other], [...one], 2)).toBe(distance);
  });

  it("is not counted beyond the limit", () => {
    expect(editDistance([..."abcdefgh"], [..."zyxwvuts"], 2)).toBe(3);
    expect(editDistance([..."a"], [..."abcdefgh"], 2)).toBe(3);
  });
});

describe("nearestWord", () => {
  const word = (text: string, count = 1, isOwn = true) => ({ word: text, count, isOwn });

  it("prefers fewer errors, then the first letter, the reader's language, and frequent words", () => {
    expect(nearestWord("leter", [word("lever", 9), word("letter", 1)])).toBe("lever");
    expect(nearestWord("coment", [word("moment", 9), word("comment", 1)])).toBe("comment");
    expect(nearestWord("leter", [word("meter", 9, false), word("letter", 1, false)])).toBe("letter");
    expect(nearestWord("leter", [word("later", 1), word("letter", 9, false)])).toBe("later");
    expect(nearestWord("resumme", [word("vegetable", 5)])).toBeUndefined();
  });

  it("allows one error from four letters on, two from eight", () => {
    expect(tolerance("emai")).toBe(1);
    expect(tolerance("schedual")).toBe(2);
    expect(nearestWord("schedual", [word("schedule")])).toBe("schedule");
  });

  it("corrects words of letters alone", () => {
    for (const text of ["abc", "gpt4", "写作助手吗1", "a-bcd"]) expect(CORRECTABLE.test(text)).toBe(false);
    for (const text of ["leter", "ошыбка", "हिंदि"]) expect(CORRECTABLE.test(text)).toBe(true);
  });
});

describe("mayBeMeant", () => {
  it.each([
    ["misttelwort", "mistelwort", true],
    ["Brouilere", "brouillère", true],
    ["plonkery", "Visit", false],
    ["plonkery", "plonkery", false],
    ["abc", "abd", false],
    ["", "Visit", false],
  ])("for %s, %s: %s", (typed, written, isMeant) => {
    expect(mayBeMeant(typed, written)).toBe(isMeant);
  });
});
