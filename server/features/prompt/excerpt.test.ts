import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { promptTokens } from "../../../contract/prompt-markup";
import { excerptIsWhole, excerptOf } from "./excerpt";

describe("an excerpt", () => {
  test.each([
    ["is the whole of a short text", "Four", 4, "Four"],
    ["ends between words", "Some words here", 7, "Some…"],
    ["may end after a word", "Some words here", 10, "Some words…"],
    ["leaves no space before the ellipsis", "Some words here", 11, "Some words…"],
    ["cuts a word that is longer than the excerpt", "Donaudampfschiff", 5, "Donau…"],
    ["ends anywhere in Chinese", "请扮演一位翻译", 4, "请扮演一…"],
    ["ends before a variable that does not fit", "Be {{who|your name}} now", 8, "Be…"],
    ["does not end at a space inside a variable", "{{a b}}cdef ghi", 9, "{{a b}}…"],
    ["does not split an escape", "ab \\{{x}}", 5, "ab…"],
    ["ends before braces of which it would make a variable", "Mend `a {{x}} b c d`, please", 16, "Mend `a…"],
    ["may end within a fence", "Mend:\n```\n{{x}} and {{y}}\n```", 16, "Mend:\n```\n{{x}}…"],
    ["counts grapheme clusters", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"],
    ["splits no grapheme cluster, however long", `a${"\u0301".repeat(100)}b`, 1, `a${"\u0301".repeat(100)}…`],
  ])("%s", (_what, content, length, excerpt) => {
    expect(excerptOf(content, length)).toBe(excerpt);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      " ",
      "\n",
      "{{name}}",
      "{{a name|with a label:and a default}}",
      "\\{{a}}",
      "`",
      "{{",
      "}}",
      "{",
      "👩‍👩‍👧",
      "e\u0301",
      "写作",
      "हिन्दी",
    ),
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.lorem({ maxCount: 3 }),
  );
  const content = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
  const countOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

  test("is the content's start, within its length, and cuts neither variable nor word", () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 80 }), (text, length) => {
        const excerpt = excerptOf(text, length);
        if (excerpt === text) return;
        const start = excerpt.slice(0, -1);
        expect(excerpt.at(-1)).toBe("…");
        expect(text.startsWith(start)).toBe(true);
        expect(countOf(start)).toBeLessThanOrEqual(length);
        expect(countOf(text)).toBeGreaterThan(length);
        for (const token of promptTokens(text)) {
          expect(start.length > token.start && start.length < token.end).toBe(false);
        }
        // A word is cut only if there is no earlier word to end after.
        const cutsWord = /[a-z]$/.test(start) && /^[a-z]/.test(text.slice(start.length));
        if (cutsWord) expect(start).not.toMatch(/\S\s/);
      }),
      { numRuns: 1000 },
    );
  });

  test("is whole exactly when nothing is left out, even if the text itself ends with an ellipsis", () => {
    expect(excerptIsWhole("And then …", 10)).toBe(true);
    expect(excerptIsWhole("And then …", 9)).toBe(false);
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 80 }), (text, length) => {
        expect(excerptIsWhole(text, length)).toBe(countOf(text) <= length);
      }),
    );
  });

  test("of a text that is short enough is the text", () => {
    fc.assert(
      fc.property(content, (text) => {
        fc.pre(text !== "");
        expect(excerptOf(text, countOf(text))).toBe(text);
      }),
    );
  });
});

test("only as much is segmented as an excerpt can have", () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  try {
    const families = "👨‍👩‍👧‍👦".repeat(1740);
    expect(excerptOf(families, 600)).toBe(`${families.slice(0, 600 * 11)}…`);
    const lengths = segment.mock.calls.map(([text]) => text.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2000);
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(600 * 11 * 1.2);
  } finally {
    segment.mockRestore();
  }
});

test("segmenting is paid for, once a text, and plain texts are free", () => {
  const spend = vi.fn();
  const source = { key: "1 hi null", spend };
  expect(excerptOf("Plain words. ".repeat(200), 100, source)).toMatch(/…$/u);
  expect(spend).not.toHaveBeenCalled();
  const text = `${"हिन्दी ".repeat(900)} only here`;
  for (const length of [100, 200]) excerptIsWhole(text, length, source);
  expect(spend.mock.calls).toEqual([[6000]]);
  // Or whoever stores the same text would be told that it is known.
  excerptIsWhole(text, 100, { key: "2 hi null", spend });
  expect(spend.mock.calls).toEqual([[6000], [6000]]);
});

test("a text is segmented once, however often its excerpt is requested", () => {
  const text = `${"हिन्दी में लिखा हुआ पाठ ".repeat(300)}🙂`;
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  try {
    excerptOf(text, 1);
    expect(segment).toHaveBeenCalled();
    segment.mockClear();
    const excerpts = Array.from({ length: 600 }, (_, index) => excerptOf(text, index + 1));
    expect(new Set(excerpts).size).toBeGreaterThan(100);
    expect(excerptIsWhole(text, 600)).toBe(false);
    expect(segment).not.toHaveBeenCalled();
  } finally {
    segment.mockRestore();
  }
});
