import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { type PrivateStorage, privateStorage } from "../../session/private-storage";
import { FakeBrowser } from "../../testing/fake-browser";
import { recallValues, rememberValues } from "./variable-memory";

const KEY = "polyprompt.private.visitor#variables.7";
let browser: FakeBrowser;
let storage: PrivateStorage;

beforeEach(() => {
  browser = new FakeBrowser();
  storage = privateStorage(new Session(""));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe("what was filled in", () => {
  it("is kept by prompt and name", () => {
    rememberValues(
      storage,
      "7",
      new Map([
        ["a", "one"],
        ["__proto__", "two"],
      ]),
    );
    expect(browser.kept.get(KEY)).toBe('{"a":"one","__proto__":"two"}');
    expect([...recallValues(storage, "7")]).toEqual([
      ["a", "one"],
      ["__proto__", "two"],
    ]);
    expect([...recallValues(storage, "8")]).toEqual([]);
  });

  it("is forgotten when nothing is left of it", () => {
    rememberValues(storage, "7", new Map([["a", "one"]]));
    rememberValues(storage, "7", new Map([["a", " "]]));
    expect(browser.kept.size).toBe(0);
    expect(recallValues(storage, "7").size).toBe(0);
  });

  it.each(["", "{", "null", "[1]", '"text"', "7"])("survives %j in its place", (malformed) => {
    browser.kept.set(KEY, malformed);
    expect(recallValues(storage, "7").size).toBe(0);
  });

  it("takes texts only, and none too long", () => {
    browser.kept.set(KEY, JSON.stringify({ a: 1, b: null, c: ["x"], d: "x".repeat(20_001), e: "x" }));
    expect([...recallValues(storage, "7")]).toEqual([["e", "x"]]);
    rememberValues(
      storage,
      "7",
      new Map([
        ["d", "x".repeat(20_001)],
        ["e", "y"],
      ]),
    );
    expect(browser.kept.get(KEY)).toBe('{"e":"y"}');
    rememberValues(storage, "7", new Map([["d", "x".repeat(20_001)]]));
    expect(browser.kept.size).toBe(0);
  });

  it("lasts as long as the page where the browser keeps nothing", () => {
    browser.refuses = "all";
    rememberValues(storage, "9", new Map([["a", "one"]]));
    expect([...recallValues(storage, "9")]).toEqual([["a", "one"]]);
    rememberValues(storage, "9", new Map());
    expect(recallValues(storage, "9").size).toBe(0);
  });
});
