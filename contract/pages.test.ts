import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { hasLongRunOfMarks } from "./combining-marks";
import { canonicalSearch, normalizeQuery, PAGES, SETTINGS_PATH } from "./pages";

test("marks are cut before they are normalized", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  try {
    expect(canonicalSearch("/", `?q=a${"\u0345\u0301".repeat(20_000)}`)).toMatch(/^\?q=%C3%A1/);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    expect(lengths.length).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThan(100);
  } finally {
    normalize.mockRestore();
  }
});

test("a query loses the marks that the API refuses, also beside invisible characters", () => {
  const cut = normalizeQuery(`a${"\u0316\u200b".repeat(100)}b\u0316`);
  expect([hasLongRunOfMarks(cut), cut.endsWith("b\u0316"), cut.split("\u0316").length - 1]).toEqual([false, true, 31]);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "\u0301", "\u0316", "\u200d", "\u0085", "\uff9e", "\n", "\u{e0100}"), {
        maxLength: 300,
      }),
      (parts) => {
        expect(hasLongRunOfMarks(normalizeQuery(parts.join("")))).toBe(false);
      },
    ),
  );
});

test("of the tags in an address the alphabetically first 27 count, once each", () => {
  const search = (tags: readonly string[]) => (tags.length > 0 ? `?${tags.map((tag) => `tag=${tag}`).join("&")}` : "");
  const tag = fc.stringMatching(/^[a-zA-Z-]{1,3}$/);
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 120 }), (given) => {
      const valid = given.filter((each) => /^[a-z][a-z-]*$/.test(each));
      expect(canonicalSearch("/", search(given))).toBe(search([...new Set(valid)].sort().slice(0, 27)));
    }),
  );
});

test("the page that connects the extension keeps a challenge, and nothing that is none", () => {
  const challenge = `${"aB3_-".repeat(8)}xyz`;
  const search = (value: string) => canonicalSearch(PAGES.connect.path, `?from=panel&challenge=${value}`);
  expect(search(challenge)).toBe(`?challenge=${challenge}`);
  for (const wrong of ["", "x", `${challenge}x`, `${challenge.slice(1)}%2B`, `${challenge}%0A`])
    expect(search(wrong)).toBe("");
});

test("the settings are a view of the member's page, which has no list then", () => {
  expect(canonicalSearch("/user/", "?view=settings&q=tea&tag=code")).toBe("?view=settings");
  expect(canonicalSearch("/user/", "?view=other&sort=release&tag=code")).toBe("?tag=code");
  expect(SETTINGS_PATH).toBe(PAGES.user.path + canonicalSearch(PAGES.user.path, "?view=settings"));
});
