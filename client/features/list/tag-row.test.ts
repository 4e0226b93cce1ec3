import { describe, expect, it } from "vitest";
import { knows, tagRow, tapped } from "./tag-row";

const TOP = ["a", "b", "c"];

describe("the row of tags", () => {
  it("has the most frequent tags, in the same order whichever of them are selected", () => {
    expect(tagRow(TOP, []).slugs).toEqual(TOP);
    expect(tagRow(TOP, ["c"])).toEqual({ slugs: TOP, first: ["c"], selected: ["c"] });
  });

  it("has a selected tag that is not among them in place of the last one that is not selected", () => {
    expect(tagRow(TOP, ["z"]).slugs).toEqual(["a", "b", "z"]);
    expect(tagRow(TOP, ["c", "z"]).slugs).toEqual(["a", "z", "c"]);
    expect(tagRow(TOP, ["y", "z"]).slugs).toEqual(["a", "z", "y"]);
  });

  it("grows when all of its tags are selected", () => {
    expect(tagRow(TOP, ["a", "b", "c", "z"]).slugs).toEqual(["a", "b", "c", "z"]);
  });

  it("stays as it is when one of its own tags is tapped, also one that it has taken in", () => {
    const row = tagRow(TOP, ["z"]);
    const after = tapped(row, []);
    expect(after.slugs).toEqual(row.slugs);
    expect(after.first).toEqual(["z"]);
    expect(knows(after, [])).toBe(true);
    expect(knows(after, ["z"])).toBe(false);
  });
});
