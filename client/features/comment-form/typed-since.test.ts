import { expect, it } from "vitest";
import { typedSince } from "./typed-since";

it.each([
  ["Said", "Said", null],
  ["Said\n", " Said", null],
  ["", "Said", null],
  [" \n", "Said", null],
  ["Said. PS: more", "Said.", "PS: more"],
  ["One\ntwo\n\nthree", "One\r\ntwo", "three"],
  ["Never said", "Said", "Never said"],
  ["Sai", "Said", "Sai"],
])("of %j, %j of which is posted, what is left is %j", (now, sent, left) => {
  expect(typedSince(now, sent)).toBe(left);
});
