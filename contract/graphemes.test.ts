import { expect, test, vi } from "vitest";
import { countGraphemes, graphemeEnds, isLongerThan } from "./graphemes";

test.each([
  ["letters", "a"],
  ["families", "👨‍👩‍👧‍👦"],
  ["flags", "🇩🇪"],
  ["letters with marks", "e\u0301\u0302"],
  ["Bengali syllables", "ক্ষি"],
  ["line breaks", "\r\n"],
])("counts %s as a person does, across all lengths", (_name, cluster) => {
  for (const count of [1, 2, 199, 200, 333, 1000, 2000, 2001, 5000]) {
    const text = cluster.repeat(count);
    expect([isLongerThan(text, count - 1), isLongerThan(text, count)]).toEqual([true, false]);
    expect(countGraphemes(text)).toBe(count);
    expect([...graphemeEnds(text)]).toEqual(Array.from({ length: count }, (_, index) => (index + 1) * cluster.length));
  }
});

test("counts a cluster of up to 2,000 code units as one", () => {
  for (const marks of [248, 249, 250, 251, 499, 500, 999, 1000, 1998])
    expect([...graphemeEnds(`ab${`e${"\u0301".repeat(marks)}`.repeat(3)}c`)], String(marks)).toEqual([
      1,
      2,
      2 + marks + 1,
      2 + 2 * (marks + 1),
      2 + 3 * (marks + 1),
      3 + 3 * (marks + 1),
    ]);
  expect(countGraphemes(`e${"\u0301".repeat(4000)}`)).toBeGreaterThan(1);
});

test("segments little more of a long text than it counts, in chunks", () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  try {
    const flag = "🇩🇪";
    expect(isLongerThan(flag.repeat(40_000), 20_000)).toBe(true);
    const lengths = segment.mock.calls.map(([text]) => text.length);
    expect(Math.max(...lengths)).toBeLessThan(1000);
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(flag.length * 20_000 * 1.1);
  } finally {
    segment.mockRestore();
  }
});
