import { expect, it } from "vitest";
import { suggestTags } from "./suggest-tags";

const TAGS = [
  { slug: "code", label: "Code", description: "Programs, bugs, reviews and tests" },
  { slug: "music", label: "Music", description: "Songs, chords and lyrics" },
  { slug: "write", label: "Writing", description: "Letters, stories and speeches" },
];
const suggested = (text: string) => suggestTags(text, TAGS, "en").map(({ slug }) => slug);

it("suggests a tag whose name is in the text together with words that describe it", () => {
  expect(suggested("Review the code of this program and find its bugs.")).toEqual(["code"]);
  expect(suggested("Music: chords and lyrics for songs. Code that tests programs.")).toEqual(["music", "code"]);
});

it("does not guess from a name alone, nor from a description alone", () => {
  expect(suggested("A dress code for the wedding")).toEqual([]);
  expect(suggested("Stories, letters and speeches")).toEqual([]);
});
