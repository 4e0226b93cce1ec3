import { expect, it } from "vitest";
import { siteAddress } from "./settings";

it.each([
  ["https://prompts.example", "https://prompts.example"],
  [" prompts.example/ ", "https://prompts.example"],
  ["http://localhost:3000/x/", "http://localhost:3000/x"],
  ["HTTPS://Prompts.Example/x?y#z", "https://prompts.example/x"],
  ["", null],
  ["two words", null],
  ["javascript://prompts.example/%0aalert(1)", null],
  ["file:///etc/passwd", null],
])("the address %j is %j", (typed, address) => {
  expect(siteAddress(typed)).toBe(address);
});
