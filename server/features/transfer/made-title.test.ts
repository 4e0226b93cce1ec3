import { expect, test } from "vitest";
import { countGraphemes } from "../../../contract/graphemes";
import { madeTitle } from "./made-title";

test.each([
  ["Be short.\nBe clear.", "Be short."],
  ["\n\n  ## **Bold** `code` and [a link](https://x.org)\n", "Bold code and a link"],
  ["1. First", "First"],
  ["- [ ] * > Quoted", "[ ] > Quoted"],
  ["---\nText", "Text"],
  ["***", "***"],
  ["Act as {{role}} for {{who|a person:me}}.", "Act as [role] for [a person]."],
  ["x".repeat(200), `${"x".repeat(59)}…`],
  ["诗".repeat(200), `${"诗".repeat(59)}…`],
  [`${"word ".repeat(11)}and, then`, `${"word ".repeat(11).trim()}…`],
  ["👩‍👩‍👧".repeat(100), `${"👩‍👩‍👧".repeat(59)}…`],
])("%j is called %j", (content, title) => {
  expect(madeTitle(content)).toBe(title);
  expect(countGraphemes(title)).toBeLessThanOrEqual(60);
});
