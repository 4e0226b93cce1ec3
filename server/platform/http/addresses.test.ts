import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_LOCALE, LOCALE_CODES, localePath, splitLocalePath } from "../../../contract/locales";
import { canonicalSearch } from "../../../contract/pages";
import { LIMITS } from "../../../contract/limits";
import { isTestPage } from "../testing/page-paths";
import { canonicalPath, canonicalAddress, repairQuery } from "./addresses";

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
  ["/docs/terms/", "/docs/terms"],
  ["/user", "/user/"],
  ["/bn/user", "/bn/user/"],
  ["/zh/user", "/user/"],
  ["/bn/user/auth/", "/bn/user/auth"],
  ["///", "/"],
  ["//en/", "/en/"],
  ["/en//", "/en/"],
  ["/en//prompt///7//", "/en/prompt/7"],
  ["//zh//prompt/7", "/prompt/7"],
])("the canonical path of %s is %s", (path, canonical) => {
  expect(canonicalPath(path, isTestPage)).toBe(canonical);
});

test.each(["/", "/bn/", "/en/", "/bn/prompt/7", "/prompt/7", "/x", "/user/", "/bn/user/"])(
  "%s is canonical",
  (path) => {
    expect(canonicalPath(path, isTestPage)).toBe(path);
  },
);

test.each([
  "/BN",
  "/ZH/x",
  "/zhx",
  "/bnx",
  "/xx",
  "/EN/",
  "/%65n/",
  "/prompt/007",
  "/prompt/%37",
  "/prompt%2F7",
  "/prompt/7.",
  "/prompt/7;x",
  "/en/./prompt/7",
  "/en/../prompt/7",
  "/en/%2e%2e/prompt/7",
  "/en/#x",
  "/en/prompt/7/%20",
  "/%7Ebn/x",
])("%s has no canonical path", (path) => {
  expect(canonicalPath(path, isTestPage)).toBeUndefined();
});

describe("a redirect", () => {
  test.each([
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
    "/en//evil.com/",
    "/en/..//evil.com/",
    "/%5cevil.com",
    "/.//evil.com",
    "//evil.com/..",
  ])("is never caused by %s", (path) => {
    expect(canonicalPath(path, isTestPage)).toBeUndefined();
  });

  test("always leads to a page", () => {
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
        "user",
        "\t",
        "?",
      ),
      fc.webSegment(),
    );
    let redirects = 0;
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        const path = `/${segments.join("/")}`;
        const target = canonicalPath(path, isTestPage);
        if (target === undefined) return;
        if (target !== path) redirects += 1;
        expect(isTestPage(target)).toBe(true);
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(canonicalPath(target, isTestPage)).toBe(target);
      }),
      { numRuns: 2000 },
    );
    expect(redirects).toBeGreaterThan(10);
  });

  test("is not needed for the site's own links", () => {
    for (const locale of LOCALE_CODES.filter((code) => code !== DEFAULT_LOCALE))
      expect(canonicalPath(`/${locale}/`, isTestPage)).toBe(`/${locale}/`);
  });
});

test.each(["//evil.com/", "/en//evil.com/", "/en///evil.com", "///", "/zh//evil.com"])(
  "language links built from %s stay on the site",
  (pathname) => {
    const { path } = splitLocalePath(pathname);
    for (const locale of LOCALE_CODES) {
      expect(new URL(localePath(locale, path), "https://own.example").host).toBe("own.example");
    }
  },
);

describe("the canonical address", () => {
  test.each([
    ["/", "?utm_source=x&fbclid=1", "/"],
    ["/", "?", "/"],
    ["/", "?tag=b&q=a%20b&x=1&tag=a", "/?q=a+b&tag=a&tag=b"],
    [
      "/en/",
      "?after=c&order=asc&sort=release&tag=a&match=all&tag=b",
      "/en/?tag=a&tag=b&match=all&sort=release&order=asc&after=c",
    ],
    ["/bn/", "?q=one&q=two&Q=three", "/bn/?q=one"],
    ["/", "?q=a+b", "/?q=a+b"],
    ["/", "?%71=%61%20b", "/?q=a+b"],
    ["/", "?q=", "/"],
    ["/", "?tag=b&tag=&tag=b&tag=a", "/?tag=a&tag=b"],
    ["/", "?q=%20", "/"],
    ["/", "?q=%20a%09%20b%0A", "/?q=a+b"],
    ["/", "?q=%00", "/"],
    ["/", "?tag=nosuch1&tag=Code&tag=%3Cb%3E&tag=-a&tag=code", "/?tag=code"],
    ["/", `?tag=${"a".repeat(33)}`, "/"],
    ["/", "?match=all", "/"],
    ["/", "?tag=a&match=all", "/?tag=a"],
    ["/", "?tag=a&tag=b&match=any", "/?tag=a&tag=b"],
    ["/", "?tag=a&tag=b&match=zz", "/?tag=a&tag=b"],
    ["/", "?sort=zzz", "/"],
    ["/", "?sort=relevance", "/"],
    ["/", "?sort=support", "/"],
    ["/", "?q=a&sort=support", "/?q=a&sort=support"],
    ["/", "?q=a&sort=relevance", "/?q=a"],
    ["/", "?order=up", "/"],
    ["/", "?order=desc", "/"],
    ["/", "?after=a.b", "/"],
    ["/", "?after=WzFd%3D", "/"],
    ["/user/auth", "?view=password", "/user/auth"],
    ["/user/auth", "?view=zzz", "/user/auth"],
    ["/", "?q=%FF", "/?q=%EF%BF%BD"],
    ["/user/auth", "?view=link&return=/en/", "/user/auth?view=link"],
    ["/prompt/7", "?q=a&tag=b", "/prompt/7"],
    ["/en/prompt/7", "?x=1", "/en/prompt/7"],
  ])("of %s%s is %s", (path, query, address) => {
    expect(canonicalAddress(path, query)).toBe(address);
  });

  test("truncates a search query that is too long, and drops a cursor that is", () => {
    const letters = (count: number) => "a".repeat(count);
    expect(canonicalAddress("/", `?q=${letters(5000)}`)).toBe(`/?q=${letters(LIMITS.searchQuery)}`);
    expect(canonicalAddress("/", `?after=${letters(1024)}`)).toBe(`/?after=${letters(1024)}`);
    expect(canonicalAddress("/", `?after=${letters(1025)}`)).toBe("/");
  });

  test("has a limited number of tags, whatever their order", () => {
    const tag = (number: number) => [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const tags = Array.from({ length: 40_000 }, (_, number) => `tag=${tag(number)}`);
    const address = canonicalAddress("/", `?${tags.join("&")}`);
    expect(address.split("&")).toHaveLength(LIMITS.filterTags);
    expect(canonicalAddress("/", `?${tags.reverse().join("&")}`)).toBe(address);
  });

  test("is its own canonical address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("q", "tag", "after", "x"), (value, name) => {
        const known = canonicalSearch("/", `?${name}=${value}`);
        expect(canonicalSearch("/", known)).toBe(known);
      }),
    );
  });
});

describe("a query with malformed escapes", () => {
  const PIECES = ["%C3", "%c3%a9", "%zz", "%", "%4", "%41", "%ED%A0%80", "%E2%82", "+", "&", "=", "tag", "%25"];

  test("is repaired to what URLSearchParams reads", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
        const repaired = repairQuery(`/?${pieces.join("")}`);
        expect([...new URLSearchParams(repaired.slice(2))]).toEqual([...new URLSearchParams(pieces.join(""))]);
        expect(() => decodeURIComponent(repaired)).not.toThrow();
      }),
    );
  });

  test.each(["/en/", "/%zz", "/en/?q=code&tag=a%20b", "/?", "/?q=%E4%BD%A0"])("%s stays as it is", (target) => {
    expect(repairQuery(target)).toBe(target);
  });

  test("is ignored if it is longer than 1,024 characters", () => {
    expect(repairQuery(`/en/?${"%C3&".repeat(300)}`)).toBe("/en/");
  });
});
