import { describe, expect, it } from "vitest";
import { promptSegments } from "./prompt-markup";
import { isAloneOnLine, sheetLines, tighten } from "./sheet-lines";

const lines = (text: string) =>
  sheetLines(promptSegments(text)).map(({ marker, depth, parts, isBlankAlone }) => ({
    marker,
    depth,
    text: parts.map((part) => (part.kind === "text" ? part.text : `<${part.variable.label}>`)).join(""),
    isBlankAlone,
  }));
const plain = { marker: "", depth: 0, isBlankAlone: false };

describe("the lines of a text", () => {
  it("end at line breaks, within and between its blanks' neighbours", () => {
    expect(lines("For {{who}}:\n\nNow.")).toEqual([
      { ...plain, text: "For <who>:" },
      { ...plain, text: "" },
      { ...plain, text: "Now." },
    ]);
  });

  it("have list items of dashes and numbers, nested by their indentation", () => {
    expect(lines("- one {{a}}\n  - two\n10. three\n3) four\n২. five\n-five\n1.5 litres")).toEqual([
      { ...plain, marker: "- ", text: "one <a>" },
      { ...plain, marker: "  - ", depth: 1, text: "two" },
      { ...plain, marker: "10. ", text: "three" },
      { ...plain, marker: "3) ", text: "four" },
      { ...plain, marker: "২. ", text: "five" },
      { ...plain, text: "-five" },
      { ...plain, text: "1.5 litres" },
    ]);
  });

  it("tell a blank that has a line to itself", () => {
    expect(lines("Text:\n {{a}} \n{{b}}{{c}}\n- {{d}}").map((line) => line.isBlankAlone)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

it("a blank is alone on its line if only white space surrounds it", () => {
  const alone = (text: string) => {
    const segments = promptSegments(text);
    return segments.flatMap((segment, index) => (segment.kind === "variable" ? [isAloneOnLine(segments, index)] : []));
  };
  expect(alone("{{a}}")).toEqual([true]);
  expect(alone("Text:\n \t{{a}} \nEnd")).toEqual([true]);
  expect(alone("{{a}} {{b}}\n{{c}}.\n- {{d}}\n{{e}}\n{{f}}")).toEqual([false, false, false, false, true, true]);
});

it("punctuation stays with the blank that it touches", () => {
  const tight = (text: string) =>
    tighten(promptSegments(text)).map((part) =>
      part.kind === "text" ? part.text : [part.before, part.variable.name, part.after],
    );
  expect(tight("Say “{{a}}”, ({{b}}): {{c}}。{{d}}")).toEqual([
    "Say ",
    ["“", "a", "”,"],
    " ",
    ["(", "b", "):"],
    " ",
    ["", "c", "。"],
    "",
    ["", "d", ""],
  ]);
  expect(tight("{{a}}. - {{b}} x.")).toEqual([["", "a", "."], " - ", ["", "b", ""], " x."]);
});
