import { describe, expect, it } from "vitest";
import { splitCjkWords, stripParticle } from "./cjk-words";

describe("cjkWords", () => {
  it.each([
    ["代码审查", ["代码", "审查"]],
    ["改进提示词", ["改进", "提示词"]],
    ["写求职信", ["写求职信"]],
    ["文章的结构", ["文章", "结构"]],
    ["学生作文评语", ["学生", "作文", "评语"]],
    ["简历优化", ["简历", "优化"]],
    ["提示词优化", ["提示词", "优化"]],
    ["小红书文案", ["小红书", "文案"]],
    ["会议室", ["会议室"]],
    ["目的", ["目的"]],
    ["プロンプト改善", ["プロンプト", "改善"]],
    ["面接の練習", ["面接", "練習"]],
    ["議事録", ["議事録"]],
    ["曲", ["曲"]],
  ])("splits %s into %j", (run, words) => {
    expect(splitCjkWords(run, /[ぁ-ヿ]/.test(run) ? "ja" : "zh").map(({ word }) => word)).toEqual(words);
  });

  it("does not split a word that is not in the dictionary", () => {
    expect(splitCjkWords("龘靐齉爩", "zh")).toEqual([{ word: "龘靐齉爩", cores: ["龘靐", "靐齉", "齉爩"] }]);
  });
});

describe("withoutParticle", () => {
  it.each([
    ["번역을", "번역"],
    ["고객에게", "고객"],
    ["마을", "마을"],
    ["英語を", "英語"],
    ["目的", "目的"],
  ])("turns %s into %s", (word, bare) => {
    expect(stripParticle(word)).toBe(bare);
  });
});
