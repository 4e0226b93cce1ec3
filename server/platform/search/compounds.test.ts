import { describe, expect, it } from "vitest";
import { compoundParts, isCompoundOf, possibleParts } from "./compounds";

const WORDS = new Set(["kundigung", "schreiben", "bewerbung", "arbeit", "zeugnis", "miete", "vertrag", "brief"]);
const isWord = (word: string) => WORDS.has(word);

describe("compoundParts", () => {
  it.each([
    ["kundigungsschreiben", ["kundigung", "schreiben"]],
    ["bewerbungsbrief", ["bewerbung", "brief"]],
    ["arbeitszeugnis", ["arbeit", "zeugnis"]],
    ["kundigung", null],
    ["schreibenxyz", null],
    ["brief", null],
  ])("divides %s into %j", (word, parts) => {
    expect(compoundParts(word, isWord)).toEqual(parts);
  });

  it("asks only for parts that are possible", () => {
    for (const word of ["kundigungsschreiben", "arbeitszeugnis"])
      expect(possibleParts(word)).toEqual(expect.arrayContaining([...(compoundParts(word, isWord) ?? [])]));
  });
});

describe("isCompoundOf", () => {
  it("is so at the start and at the end, with enough beside it", () => {
    expect(isCompoundOf("kundigungsschreiben", "schreiben")).toBe(true);
    expect(isCompoundOf("kundigungsschreiben", "kundigung")).toBe(true);
    expect(isCompoundOf("schreiben", "schreib")).toBe(false);
  });
});
