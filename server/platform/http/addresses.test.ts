import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownSearch, LOCALE_CODES } from "../../../product.config";
import { canonicalPath, knownAddress } from "./addresses";

test.each([
  ["/zh/x", "/x"],
  ["/zh", "/"],
  ["/zh/", "/"],
  ["/zh/prompt/7/", "/prompt/7"],
  ["/zh/en", "/en/"],
  ["/zh/zh/prompt/7", "/prompt/7"],
  ["/bn", "/bn/"],
  ["/en", "/en/"],
  ["/bn/prompt/7/", "/bn/prompt/7"],
  ["/prompt/7/", "/prompt/7"],
  ["/docs/", "/docs"],
  ["/user", "/user/"],
  ["/bn/user", "/bn/user/"],
  ["/zh/user", "/user/"],
  ["/bn/user/auth/", "/bn/user/auth"],
])("%s is spelled %s", (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test.each([
  "/",
  "/bn/",
  "/en/",
  "/bn/prompt/7",
  "/prompt/7",
  "/x",
  "/BN",
  "/ZH/x",
  "/zhx",
  "/bnx",
  "/xx",
  "/user/",
  "/bn/user/",
  "/prompt/7.",
  "/%7Ebn/x",
])("%s is as it should be", (path) => {
  expect(canonicalPath(path)).toBeUndefined();
});

describe("a redirect", () => {
  const hostile = [
    "//evil.com",
    "//evil.com/",
    "/zh//evil.com",
    "/zh//evil.com/",
    "/zh/zh//evil.com",
    "/\t/evil.com/",
    "/zh/\t/evil.com",
    "/\\evil.com/",
    "/zh/\\evil.com/",
    "/zh/\\/evil.com",
    "///evil.com/",
    "/bn//",
    "//bn",
    "/zh//",
  ];

  test.each(hostile)("of %s never leads to another host", (path) => {
    const target = canonicalPath(path);
    if (target !== undefined) expect(new URL(target, "https://own.example").host).toBe("own.example");
  });

  test("leads to the same host and needs no other one after it", () => {
    const segment = fc.oneof(
      fc.constantFrom(
        "",
        "zh",
        "bn",
        "en",
        "..",
        ".",
        "%2f",
        "%5c",
        "\\",
        "evil.com",
        "@evil.com",
        "prompt",
        "7",
        "\t",
        "?",
      ),
      fc.webSegment(),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        const target = canonicalPath(`/${segments.join("/")}`);
        if (target === undefined) return;
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(new URL(target, "https://own.example").host).toBe("own.example");
        expect(canonicalPath(target)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  test("is not needed for what the site itself links to", () => {
    for (const locale of LOCALE_CODES.filter((code) => code !== "zh"))
      expect(canonicalPath(`/${locale}/`)).toBeUndefined();
  });
});

describe("the address that a page is rendered for", () => {
  test.each([
    ["/", "?utm_source=x&fbclid=1", "/"],
    ["/", "?", "/"],
    ["/", "?tag=b&q=a%20b&x=1&tag=a", "/?q=a+b&tag=b&tag=a"],
    ["/en/", "?after=c&order=asc&sort=release&match=all", "/en/?match=all&sort=release&order=asc&after=c"],
    ["/bn/", "?q=one&q=two&Q=three", "/bn/?q=one"],
    ["/prompt/7", "?q=a&tag=b", "/prompt/7"],
    ["/en/prompt/7", "?x=1", "/en/prompt/7"],
  ])("%s%s is %s", (path, query, address) => {
    expect(knownAddress(path, query)).toBe(address);
  });

  test("is its own, and that of whatever leads to it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("q", "tag", "after", "x"), (value, name) => {
        const known = knownSearch("/", `?${name}=${value}`);
        expect(knownSearch("/", known)).toBe(known);
      }),
    );
  });
});
