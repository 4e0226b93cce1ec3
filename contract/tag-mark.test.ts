import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tagMark } from "./tag-mark";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../server/library/${name}.json`, import.meta.url), "utf8"));
const TAGS = Object.keys((read("en") as { tags: Record<string, unknown> }).tags);

it("every tag of the library has a mark of its own", () => {
  const marks = TAGS.map((slug) => JSON.stringify(tagMark(slug)));
  expect(marks).toHaveLength(27);
  expect(new Set(marks)).toHaveLength(27);
});

it("the hues of the three shapes are as far apart as nine hues can be", () => {
  const hues = [...new Set(TAGS.map((slug) => tagMark(slug).hue))].sort((one, other) => one - other);
  expect(hues).toEqual([30, 70, 110, 150, 190, 230, 270, 310, 350]);
});

it("a tag that is not in the table gets one of the marks, always the same", () => {
  const marks = TAGS.map(tagMark);
  for (const slug of ["brand-new", "a", "zz"]) {
    expect(marks).toContainEqual(tagMark(slug));
    expect(tagMark(slug)).toEqual(tagMark(slug));
  }
});
