import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recallValues, rememberValues } from "./variable-memory";

/** What a browser has that keeps things, or one that refuses to. */
function storage(refuses = false) {
  const kept = new Map<string, string>();
  const guard = () => {
    if (refuses) throw new DOMException("full", "QuotaExceededError");
  };
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      guard();
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  };
}

const KEY = "polyprompt.variables.7";
let local = storage();

beforeEach(() => {
  local = storage();
  vi.stubGlobal("localStorage", local);
});

afterEach(() => vi.unstubAllGlobals());

describe("what was filled in", () => {
  it("is kept by prompt and name", () => {
    rememberValues(
      "7",
      new Map([
        ["a", "one"],
        ["__proto__", "two"],
      ]),
    );
    expect(local.kept.get(KEY)).toBe('{"a":"one","__proto__":"two"}');
    expect([...recallValues("7")]).toEqual([
      ["a", "one"],
      ["__proto__", "two"],
    ]);
    expect([...recallValues("8")]).toEqual([]);
  });

  it("is forgotten when nothing is left of it", () => {
    rememberValues("7", new Map([["a", "one"]]));
    rememberValues("7", new Map([["a", " "]]));
    expect(local.kept.size).toBe(0);
    expect(recallValues("7").size).toBe(0);
  });

  it.each(["", "{", "null", "[1]", '"text"', "7"])("survives %j in its place", (malformed) => {
    local.kept.set(KEY, malformed);
    expect(recallValues("7").size).toBe(0);
  });

  it("takes texts only, and none too long", () => {
    local.kept.set(KEY, JSON.stringify({ a: 1, b: null, c: ["x"], d: "x".repeat(20_001), e: "x" }));
    expect([...recallValues("7")]).toEqual([["e", "x"]]);
    rememberValues(
      "7",
      new Map([
        ["d", "x".repeat(20_001)],
        ["e", "y"],
      ]),
    );
    expect(local.kept.get(KEY)).toBe('{"e":"y"}');
    rememberValues("7", new Map([["d", "x".repeat(20_001)]]));
    expect(local.kept.size).toBe(0);
  });

  it("lasts as long as the page where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", storage(true));
    rememberValues("9", new Map([["a", "one"]]));
    expect([...recallValues("9")]).toEqual([["a", "one"]]);
    rememberValues("9", new Map());
    expect(recallValues("9").size).toBe(0);
  });
});
