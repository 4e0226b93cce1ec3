import { expect, test } from "vitest";
import { plainWords } from "./plain-words";

test.each([
  ["I add the **level** to it: `visitors, polite form`.", "I add the level to it: visitors, polite form."],
  ["Same with *tú* and _usted_, ~~not~~ __so__.", "Same with tú and usted, not so."],
  ["See [the page](https://example.org/a) and ![a cat](cat.png).", "See the page and a cat."],
  ["# Title\n\n> Quoted\n\n- one\n- two", "Title\n\nQuoted\n\none\ntwo"],
  ["| before | after |\n|---|---|\n| a | b |", "before · after\n\na · b"],
  ["```js\nlet x;\n```", "let x;"],
])("the signs of Markdown are left out: %s", (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});

test.each(["2 * 3 * 4", "snake_case_name and A|B", "#1 of 3", "a -> b", "@mara_l, 5 > 3", "{{who|person}}"])(
  "what is none of them stays: %s",
  (words) => {
    expect(plainWords(words)).toBe(words);
  },
);

test("a long comment takes no longer", () => {
  expect(plainWords("**a ".repeat(2000)).length).toBeLessThanOrEqual(600);
});
