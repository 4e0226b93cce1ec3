import { describe, expect, it } from "vitest";
import { hangulOf, kanaOf, pinyinOfPairs, pinyinReadings } from "./latin-input";

describe("pinyin", () => {
  it("is that of pairs of characters, as they are read there", () => {
    expect(pinyinOfPairs([..."优化简历"])).toEqual(["py:youhua", "py:huajian", "py:jianli", null]);
    expect(pinyinOfPairs([..."长期旅行"])).toEqual(["py:changqi", "py:qilv", "py:lvxing", null]);
    expect(pinyinOfPairs(["周"])).toEqual([null]);
    expect(pinyinOfPairs([..."书カタ"])).toEqual([null, null, null]);
  });

  it.each([
    ["jianli", "py:jianli"],
    ["jian li", "py:jianli"],
    ["tousu", "py:tousu"],
    ["zhou bao", "py:zhoubao"],
    ["gong zuo zong jie", "py:gongzuo py:zongjie"],
    ["gongzuo zongjie", "py:gongzuo py:zongjie"],
    ["ti shi ci", "py:tishi py:shici"],
    ["lvxing", "py:lvxing"],
  ])("typed as %j is first read as %j", (typed, reading) => {
    expect(pinyinReadings(typed.split(" "))[0]?.join(" ")).toBe(reading);
  });

  it.each(["li", "email", "budget plan", "jian budget", ""])("is not %j", (typed) => {
    expect(pinyinReadings(typed.split(" "))).toEqual([]);
  });

  it("without spaces is read in each way, as long as there are few", () => {
    expect(pinyinReadings(["gongzuozongjie"])).toContainEqual(["py:gongzuo", "py:zongjie"]);
    // xi'an, and not the syllable xian
    expect(pinyinReadings(["xian"])).toEqual([["py:xian"]]);
    expect(pinyinReadings(["xian".repeat(20)]).length).toBeLessThanOrEqual(4);
    expect(pinyinReadings(["xian".repeat(1000)])).toEqual([]);
  });
});

it.each([
  ["purezen", ["ぷれぜん"]],
  ["meeru", ["めえる", "めーる"]],
  ["rirekisho", ["りれきしょ"]],
  ["email", []],
  ["table", []],
  ["a", []],
  ["プレゼン", []],
])("romaji %j is %j", (typed, kana) => {
  expect(kanaOf(typed)).toEqual(kana);
});

it.each([
  ["dlfurtj", "이력서"],
  ["vmfhavmxm", "프롬프트"],
  ["email", undefined],
  ["dog", undefined],
  ["이력서", undefined],
])("Hangul typed as %j is %j", (typed, hangul) => {
  expect(hangulOf(typed)).toBe(hangul);
});
