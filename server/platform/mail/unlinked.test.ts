import { expect, test } from "vitest";
import { unlinked } from "./unlinked";

test.each([
  ["https://evil.example/log-in your account is locked", "https: //evil. example/log-in your account is locked"],
  ["www.evil.example", "www. evil. example"],
  ["evil.xn--p1ai", "evil. xn--p1ai"],
  ["192.0.2.1.evil．example", "192.0.2.1. evil． example"],
  ["help@evil.example", "help@ evil. example"],
  ["evil.de", "evil. de"],
  ["ftp://192.0.2.1", "ftp: //192.0.2.1"],
])("%s is no address any more", (title, text) => {
  expect(unlinked(title)).toBe(text);
});

test.each(["Write a letter. Then send it.", "GPT-4.5 or 5: which?", "写信。然后寄出", "@home"])("%s stays", (title) => {
  expect(unlinked(title)).toBe(title);
});
