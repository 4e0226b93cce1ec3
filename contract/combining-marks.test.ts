import { expect, test } from "vitest";
import { cutRunsOfMarks, hasLongRunOfMarks, MAX_MARKS_IN_A_ROW } from "./combining-marks";

const ACUTE = "\u0301";
const most = ACUTE.repeat(MAX_MARKS_IN_A_ROW);

test.each([
  ["as many marks as a text may have", `a${most}`, false],
  ["one more", `a${most}${ACUTE}`, true],
  ["that many twice, with a letter between them", `a${most}b${most}`, false],
  ["with a line break between them", `a${most}\n${most}`, false],
  ["with an invisible character between them", `a${most}\u200b${ACUTE}`, true],
  ["with a variation selector between them, a mark itself", `a${most}\ufe0f`, true],
  ["with control characters between all", `a${`${ACUTE}\u0001`.repeat(MAX_MARKS_IN_A_ROW)}${ACUTE}`, true],
  ["half-width marks, which are letters", `\uff76${"\uff9e".repeat(MAX_MARKS_IN_A_ROW + 1)}`, true],
  ["marks beyond the first plane", "\u{1d165}".repeat(MAX_MARKS_IN_A_ROW + 1), true],
  ["invisible characters alone", "\u200b".repeat(1000), false],
])("%s", (_, text, isLong) => {
  expect(hasLongRunOfMarks(text)).toBe(isLong);
  expect(cutRunsOfMarks(text) !== text).toBe(isLong);
  expect(hasLongRunOfMarks(cutRunsOfMarks(text))).toBe(false);
});
