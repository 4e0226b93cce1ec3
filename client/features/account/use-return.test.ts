import { expect, test } from "vitest";
import { returnPath } from "./use-return";

test.each(["/", "/en/", "/bn/prompt/7", "/en/?q=a%20b&tag=code#x", "/user/"])("accepts %s", (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  null,
  "",
  "prompt/7",
  "https://evil.example/",
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "/\t/evil.example/",
  "/\n//evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " //evil.example",
  "@evil.example",
])("rejects %j", (path) => {
  expect(returnPath(path)).toBeNull();
});

test.each(["/user/auth", "/en/user/auth?view=register", "/user/link", "/fr/reset-password#x", "/user/confirm"])(
  "rejects %s, a page of the sign-in flow",
  (path) => {
    expect(returnPath(path)).toBeNull();
  },
);
