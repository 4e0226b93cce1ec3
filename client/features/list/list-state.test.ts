import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalSearch, type ListKind, normalizeQuery, PAGES } from "../../../contract/pages";
import type { Locale } from "../../../contract/locales";
import { LIMITS } from "../../../contract/limits";
import {
  changeList,
  clearFilters,
  filterCount,
  isPlainList,
  type ListState,
  listSearch,
  parseListState,
  PLAIN_LIST,
  toggleTag,
} from "./list-state";

const read = (search: string, kind?: ListKind) => parseListState(new URLSearchParams(search), kind);

/** The pages with a list. */
const PATHS: Record<ListKind, string> = {
  library: PAGES.home.path,
  community: PAGES.communityPrompts.path,
  own: PAGES.user.path,
};
const listKind = fc.constantFrom<ListKind>("library", "community", "own");

describe("the state of a list", () => {
  it("is the default without a query string, and the default has none", () => {
    expect(read("")).toEqual(PLAIN_LIST);
    expect(listSearch(PLAIN_LIST)).toBe("");
    expect(isPlainList(PLAIN_LIST)).toBe(true);
  });

  it("is encoded in its URL", () => {
    const state = read("?q=%E5%90%88%E5%90%8C&tag=write&tag=code&match=all&sort=release&order=asc&after=WzEsMl0");
    expect(state).toEqual({
      q: "合同",
      asTyped: false,
      tags: ["code", "write"],
      match: "all",
      sort: "release",
      order: "asc",
      after: "WzEsMl0",
      author: null,
      language: null,
      kind: "library",
    });
    expect(read(listSearch(state))).toEqual(state);
  });

  it("survives a round trip through its URL", () => {
    const states = fc
      .record({
        q: fc.string({ unit: "grapheme", maxLength: 30 }),
        asTyped: fc.boolean(),
        tags: fc.uniqueArray(fc.constantFrom("write", "code", "ai", "life")),
        match: fc.constantFrom<ListState["match"]>("any", "all"),
        sort: fc.constantFrom<ListState["sort"]>("relevance", "support", "release"),
        order: fc.constantFrom<ListState["order"]>("asc", "desc"),
        after: fc.option(fc.constantFrom("WzFd", "a-b_c")),
        author: fc.option(fc.constantFrom("Ada_Lovelace", "Зоя")),
        language: fc.option(fc.constantFrom<Locale>("en", "ar")),
        kind: listKind,
      })
      .map((raw) => read(listSearch(raw), raw.kind));
    fc.assert(
      fc.property(states, (state) => {
        expect(read(listSearch(state), state.kind)).toEqual(state);
      }),
    );
  });

  it("ignores unknown and malformed parameters", () => {
    expect(read("?q=+&tag=%3Cb%3E&tag=&match=some&sort=best&order=up&after=%00&utm_source=x")).toEqual(PLAIN_LIST);
  });

  it("has the canonical URL of the server for any input and after any change", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "",
        " ",
        "a  b",
        "code",
        "ai",
        "no1",
        "all",
        "any",
        "release",
        "support",
        "relevance",
        "asc",
        "desc",
        "ada",
        "a b",
        "\u0301".repeat(40),
        "zh",
        "fr",
        "xx",
      ),
    );
    const name = fc.constantFrom("q", "tag", "match", "sort", "order", "after", "author", "language", "x");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), listKind, (parameters, kind) => {
        const search = `?${new URLSearchParams(parameters).toString()}`;
        const state = read(search, kind);
        expect(listSearch(state)).toBe(canonicalSearch(PATHS[kind], search));
        for (const next of [toggleTag(state, "code"), changeList(state, { q: "" }), clearFilters(state)]) {
          expect(listSearch(next)).toBe(canonicalSearch(PATHS[kind], listSearch(next)));
        }
      }),
    );
  });

  it("truncates long queries and removes duplicate tags", () => {
    expect(read(`?q=${"ab".repeat(5000)}`).q).toHaveLength(200);
    expect(read("?tag=code&tag=code").tags).toEqual(["code"]);
    const letters = [..."zyxwvutsrqponmlkjihgfedcba"].map((letter) => `tag=${letter}&tag=a${letter}`);
    expect(read(`?${letters.join("&")}`).tags).toHaveLength(LIMITS.filterTags);
  });

  it("does not truncate within a character", () => {
    expect(read(`?q=${encodeURIComponent("🙂".repeat(300))}`).q).toBe("🙂".repeat(200));
  });

  it("removes invalid characters from the query", () => {
    expect(read("?q=%00").q).toBe("");
    expect(read("?q=tea%00cup").q).toBe("tea cup");
    expect(normalizeQuery("tea \ud800")).toBe("tea");
    expect(read(`?q=${encodeURIComponent(`e${"\u0323".repeat(100)}`)}`).q).toBe(`ẹ${"\u0323".repeat(30)}`);
  });

  it("sorts by relevance only with a query, and then by default", () => {
    expect(read("?sort=relevance").sort).toBe("support");
    expect(read("?q=tea").sort).toBe("relevance");
    expect(read("?q=tea&sort=support").sort).toBe("support");
    expect(listSearch(read("?q=tea&sort=relevance"))).toBe("?q=tea");
  });

  it("switches to relevance with a query and back without, unless the reader chose a sort", () => {
    const found = changeList(PLAIN_LIST, { q: "tea" });
    expect(found.sort).toBe("relevance");
    expect(changeList(found, { q: "" }).sort).toBe("support");
    const byRelease = changeList(PLAIN_LIST, { sort: "release" });
    expect(changeList(byRelease, { q: "tea" }).sort).toBe("release");
  });

  it("of the community knows an author and a language, which are filters", () => {
    const state = read("?language=ar&author=%D0%97%D0%BE%D1%8F&sort=support", "community");
    expect(state).toMatchObject({ author: "Зоя", language: "ar", sort: "support" });
    expect(listSearch(state)).toBe("?author=%D0%97%D0%BE%D1%8F&language=ar&sort=support");
    expect(filterCount(state)).toBe(2);
    expect(clearFilters(state)).toMatchObject({ author: null, language: null, sort: "support" });
    expect(read("?language=ar&author=Ada").author).toBeNull();
    for (const search of ["?author=a%20b", "?author=%00", `?author=${"a".repeat(65)}`, "?language=xx", "?language=EN"])
      expect(isPlainList(read(search, "community")), search).toBe(true);
  });

  it("of one's own prompts is sorted by release by default", () => {
    expect(read("", "own").sort).toBe("release");
    expect(listSearch(read("?sort=release", "own"))).toBe("");
    const bySupport = read("?sort=support", "own");
    expect(listSearch(bySupport)).toBe("?sort=support");
    expect(changeList(bySupport, { q: "tea" }).sort).toBe("support");
    const found = changeList(read("", "own"), { q: "tea" });
    expect(found.sort).toBe("relevance");
    expect(listSearch(changeList(found, { sort: "release" }))).toBe("?q=tea&sort=release");
    expect(changeList(found, { q: "" }).sort).toBe("release");
  });

  it("resets the cursor on any change", () => {
    expect(toggleTag(read("?after=WzFd"), "code").after).toBeNull();
  });

  it("adds and removes a tag", () => {
    const one = toggleTag(PLAIN_LIST, "code");
    expect(one.tags).toEqual(["code"]);
    expect(toggleTag(one, "ai").tags).toEqual(["ai", "code"]);
    expect(toggleTag(one, "code")).toEqual(PLAIN_LIST);
  });

  it("has a match mode only for two or more tags", () => {
    expect(listSearch(read("?tag=code&match=all"))).toBe("?tag=code");
    expect(listSearch(read("?tag=code&tag=ai&match=all"))).toBe("?tag=ai&tag=code&match=all");
  });

  it("counts the query and tags as filters, and keeps the sort when clearing them", () => {
    const state = read("?q=tea&tag=code&tag=ai&match=all&sort=release&order=asc");
    expect(filterCount(state)).toBe(3);
    expect(listSearch(clearFilters(state))).toBe("?sort=release&order=asc");
  });
});
