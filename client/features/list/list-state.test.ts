import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalSearch, normalizeQuery } from "../../../contract/pages";
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

const read = (search: string) => parseListState(new URLSearchParams(search));

describe("the state of a list", () => {
  it("is plain without a query, and an address without a query is plain", () => {
    expect(read("")).toEqual(PLAIN_LIST);
    expect(listSearch(PLAIN_LIST)).toBe("");
    expect(isPlainList(PLAIN_LIST)).toBe(true);
  });

  it("is all in its address", () => {
    const state = read("?q=%E5%90%88%E5%90%8C&tag=write&tag=code&match=all&sort=release&order=asc&after=WzEsMl0");
    expect(state).toEqual({
      q: "合同",
      tags: ["code", "write"],
      match: "all",
      sort: "release",
      order: "asc",
      after: "WzEsMl0",
    });
    expect(read(listSearch(state))).toEqual(state);
  });

  it("comes back from its address whatever it is", () => {
    const states = fc
      .record({
        q: fc.string({ unit: "grapheme", maxLength: 30 }),
        tags: fc.uniqueArray(fc.constantFrom("write", "code", "ai", "life")),
        match: fc.constantFrom<ListState["match"]>("any", "all"),
        sort: fc.constantFrom<ListState["sort"]>("relevance", "support", "release"),
        order: fc.constantFrom<ListState["order"]>("asc", "desc"),
        after: fc.option(fc.constantFrom("WzFd", "a-b_c")),
      })
      .map((raw) => read(listSearch(raw)));
    fc.assert(
      fc.property(states, (state) => {
        expect(read(listSearch(state))).toEqual(state);
      }),
    );
  });

  it("takes what is unknown or malformed as not said", () => {
    expect(read("?q=+&tag=%3Cb%3E&tag=&match=some&sort=best&order=up&after=%00&utm_source=x")).toEqual(PLAIN_LIST);
  });

  it("has the address that the server renders, whatever was asked for and whatever the reader does next", () => {
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
      ),
    );
    const name = fc.constantFrom("q", "tag", "match", "sort", "order", "after", "x");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (parameters) => {
        const search = `?${new URLSearchParams(parameters).toString()}`;
        const state = read(search);
        expect(listSearch(state)).toBe(canonicalSearch("/", search));
        for (const next of [toggleTag(state, "code"), changeList(state, { q: "" }), clearFilters(state)]) {
          expect(listSearch(next)).toBe(canonicalSearch("/", listSearch(next)));
        }
      }),
    );
  });

  it("cuts endless words and forgets tags that come twice", () => {
    expect(read(`?q=${"ab".repeat(5000)}`).q).toHaveLength(200);
    expect(read("?tag=code&tag=code").tags).toEqual(["code"]);
    const letters = [..."zyxwvutsrqponmlkjihgfedcba"].map((letter) => `tag=${letter}&tag=a${letter}`);
    expect(read(`?${letters.join("&")}`).tags).toHaveLength(LIMITS.filterTags);
  });

  it("does not cut a character in two", () => {
    expect(read(`?q=${encodeURIComponent("🙂".repeat(300))}`).q).toBe("🙂".repeat(200));
  });

  it("leaves out of the words what no text can have", () => {
    expect(read("?q=%00").q).toBe("");
    expect(read("?q=tea%00cup").q).toBe("tea cup");
    expect(normalizeQuery("tea \ud800")).toBe("tea");
    expect(read(`?q=${encodeURIComponent(`e${"\u0323".repeat(100)}`)}`).q).toBe(`ẹ${"\u0323".repeat(30)}`);
  });

  it("is read at once, however many marks are piled up in the address", () => {
    const began = performance.now();
    read(`?q=a${"\u0345\u0301".repeat(20_000)}`);
    expect(performance.now() - began).toBeLessThan(100);
  });

  it("sorts by relevance only while there are words, and then by default", () => {
    expect(read("?sort=relevance").sort).toBe("support");
    expect(read("?q=tea").sort).toBe("relevance");
    expect(read("?q=tea&sort=support").sort).toBe("support");
    expect(listSearch(read("?q=tea&sort=relevance"))).toBe("?q=tea");
  });

  it("turns to relevance when words come and back when they go, unless the reader chose", () => {
    const found = changeList(PLAIN_LIST, { q: "tea" });
    expect(found.sort).toBe("relevance");
    expect(changeList(found, { q: "" }).sort).toBe("support");
    const byRelease = changeList(PLAIN_LIST, { sort: "release" });
    expect(changeList(byRelease, { q: "tea" }).sort).toBe("release");
  });

  it("starts from the beginning when it changes", () => {
    expect(toggleTag(read("?after=WzFd"), "code").after).toBeNull();
  });

  it("takes a tag in and out again", () => {
    const one = toggleTag(PLAIN_LIST, "code");
    expect(one.tags).toEqual(["code"]);
    expect(toggleTag(one, "ai").tags).toEqual(["ai", "code"]);
    expect(toggleTag(one, "code")).toEqual(PLAIN_LIST);
  });

  it("says how to match only from the second tag on", () => {
    expect(listSearch(read("?tag=code&match=all"))).toBe("?tag=code");
    expect(listSearch(read("?tag=code&tag=ai&match=all"))).toBe("?tag=ai&tag=code&match=all");
  });

  it("counts words and tags as filters, and clears them without the sort", () => {
    const state = read("?q=tea&tag=code&tag=ai&match=all&sort=release&order=asc");
    expect(filterCount(state)).toBe(3);
    expect(listSearch(clearFilters(state))).toBe("?sort=release&order=asc");
  });
});
