import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { type PrivateStorage, privateStorage } from "../../session/private-storage";
import { FakeBrowser } from "../../testing/fake-browser";
import { recallValues, rememberValue, rememberValues } from "./variable-memory";

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

describe("stored values", () => {
  it("are stored by prompt and name", () => {
    rememberValues(
      storage,
      "7",
      null,
      new Map([
        ["a", "one"],
        ["__proto__", "two"],
      ]),
    );
    expect(browser.kept.get(KEY)).toBe('{"a":"one","__proto__":"two"}');
    expect([...recallValues(storage, "7", null)]).toEqual([
      ["a", "one"],
      ["__proto__", "two"],
    ]);
    expect([...recallValues(storage, "8", null)]).toEqual([]);
  });

  it("stay when another one is typed in another tab, or elsewhere on the page", () => {
    rememberValue(storage, "7", null, "a", "from the card");
    rememberValue(storage, "7", null, "b", "from the page");
    rememberValue(storage, "7", null, "a", "");
    expect([...recallValues(storage, "7", null)]).toEqual([["b", "from the page"]]);
  });

  it("are deleted when none is filled in", () => {
    rememberValues(storage, "7", null, new Map([["a", "one"]]));
    rememberValues(storage, "7", null, new Map([["a", " "]]));
    expect(browser.kept.size).toBe(0);
    expect(recallValues(storage, "7", null).size).toBe(0);
  });

  it.each(["", "{", "null", "[1]", '"text"', "7"])("ignore malformed storage: %j", (malformed) => {
    browser.kept.set(KEY, malformed);
    expect(recallValues(storage, "7", null).size).toBe(0);
  });

  it("are strings only, of limited length", () => {
    browser.kept.set(KEY, JSON.stringify({ a: 1, b: null, c: ["x"], d: "x".repeat(20_001), e: "x" }));
    expect([...recallValues(storage, "7", null)]).toEqual([["e", "x"]]);
    rememberValues(
      storage,
      "7",
      null,
      new Map([
        ["d", "x".repeat(20_001)],
        ["e", "y"],
      ]),
    );
    expect(browser.kept.get(KEY)).toBe('{"e":"y"}');
    rememberValues(storage, "7", null, new Map([["d", "x".repeat(20_001)]]));
    expect(browser.kept.size).toBe(0);
  });

  it("last as long as the page if the browser refuses storage", () => {
    browser.refuses = "all";
    rememberValues(storage, "9", null, new Map([["a", "one"]]));
    expect([...recallValues(storage, "9", null)]).toEqual([["a", "one"]]);
    rememberValues(storage, "9", null, new Map());
    expect(recallValues(storage, "9", null).size).toBe(0);
  });
});
