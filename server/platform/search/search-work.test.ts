import { expect, test } from "vitest";
import { wordsBeyondUsual } from "./search-work";

test.each([
  ["", 0],
  ["write", 0],
  ["write a polite email to a customer", 0],
  ["E-Mail an Kunden schreiben", 0],
  ["如何学习英语语法并制定计划", 0],
  ["one two three four five six seven eight", 0],
  ["one two three four five six seven eight nine", 1],
  ["a b c d e f g h i j k l", 4],
  ["写a邮b件c".repeat(20), 4],
  ["写 邮 件 客 户", 2],
  ["写a邮b件c", 1],
  ["\u0301".repeat(200), 0],
])("words beyond the usual of %s", (query, count) => {
  expect(wordsBeyondUsual(query)).toBe(count);
});
