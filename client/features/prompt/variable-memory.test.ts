import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { type PrivateStorage, privateStorage } from "../../session/private-storage";
import { FakeBrowser } from "../../testing/fake-browser";
import { countTyped, forgetTyped } from "../../session/typed-data";
import { areStored, forgetValues, MAX_VALUE_LENGTH, recallValues, rememberValue } from "./variable-memory";

const KEY = "polyprompt.private.visitor#variables.7";
/** No value of this length is stored. */
const TOO_LONG = "x".repeat(MAX_VALUE_LENGTH + 1);
let browser: FakeBrowser;
let session: Session;
let storage: PrivateStorage;

beforeEach(() => {
  browser = new FakeBrowser();
  session = new Session("");
  storage = privateStorage(session);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const remember = (name: string, value: string) => rememberValue(storage, "7", null, name, value);
const recalled = () => Object.fromEntries(recallValues(storage, "7", null));
/** What another tab has, and this one after a reload. */
const stored = () => JSON.parse(browser.kept.get(KEY) ?? "{}") as unknown;

describe("stored values", () => {
  it("are stored by prompt and name", () => {
    remember("a", "one");
    remember("__proto__", "two");
    expect(browser.kept.get(KEY)).toBe('{"a":"one","__proto__":"two"}');
    expect([...recallValues(storage, "7", null)]).toEqual([
      ["a", "one"],
      ["__proto__", "two"],
    ]);
    expect([...recallValues(storage, "8", null)]).toEqual([]);
  });

  it("stay when another one is typed in another tab, or elsewhere on the page", () => {
    remember("a", "from the card");
    remember("b", "from the page");
    remember("a", "");
    expect(recalled()).toEqual({ b: "from the page" });
  });

  it("are deleted when none is filled in, or all are forgotten", () => {
    for (const empty of [() => remember("a", " "), () => forgetValues(storage, "7", null)]) {
      remember("a", "one");
      empty();
      expect([browser.kept.size, recalled()]).toEqual([0, {}]);
    }
  });

  it.each(["", "{", "null", "[1]", '"text"', "7"])("ignore malformed storage: %j", (malformed) => {
    browser.kept.set(KEY, malformed);
    expect(recalled()).toEqual({});
  });

  it("are strings only", () => {
    browser.kept.set(KEY, JSON.stringify({ a: 1, b: null, c: ["x"], e: "x" }));
    expect(recalled()).toEqual({ e: "x" });
    remember("e", "y");
    expect(browser.kept.get(KEY)).toBe('{"e":"y"}');
  });

  it("are as long as a contract or a book, and as many as a text has blanks", () => {
    const book = "A line of it.\n".repeat(70_000);
    for (let count = 0; count < 200; count++) remember(`blank ${count}`, "x");
    remember("text", book);
    expect(areStored(storage, "7", null)).toBe(true);
    expect(Object.keys(stored() as object)).toHaveLength(201);
    expect(stored()).toMatchObject({ text: book });
  });
});

describe.each([
  ["is too long", TOO_LONG, null],
  ["has no room", "a long text", "more"],
] as const)("a value that %s", (_why, long, refuses) => {
  const typeOn = () => {
    remember("text", "a text");
    browser.refuses = refuses;
    remember("text", long);
    browser.refuses = null;
  };

  it("lasts as long as the page, beside what could be stored last", () => {
    typeOn();
    expect([recalled(), areStored(storage, "7", null)]).toEqual([{ text: long }, false]);
    expect(stored()).toEqual({ text: "a text" });
    remember("tone", "polite");
    expect([recalled(), stored()]).toEqual([
      { text: long, tone: "polite" },
      { text: "a text", tone: "polite" },
    ]);
    remember("text", "shorter");
    expect([stored(), areStored(storage, "7", null)]).toEqual([{ text: "shorter", tone: "polite" }, true]);
    typeOn();
    remember("text", "");
    expect([recalled(), stored(), areStored(storage, "7", null)]).toEqual([
      { tone: "polite" },
      { tone: "polite" },
      true,
    ]);
  });

  it("is counted before logging out and deleted by it, and back if that fails", () => {
    session.begin("42");
    browser.refuses = refuses;
    rememberValue(storage, "8", "42", "text", long);
    browser.refuses = null;
    expect([browser.kept.has("polyprompt.private.42#variables.8"), countTyped(storage).filledPrompts]).toEqual([
      false,
      1,
    ]);
    rememberValue(storage, "8", "42", "tone", "polite");
    const values = () => Object.fromEntries(recallValues(storage, "8", "42"));
    const restore = forgetTyped(storage);
    expect([values(), countTyped(storage).filledPrompts]).toEqual([{}, 0]);
    restore();
    expect(values()).toEqual({ text: long, tone: "polite" });
    forgetTyped(storage);
    session.logOut();
    expect(values()).toEqual({});
  });

  it("moves with the others to the account that its visitor signs in to", () => {
    typeOn();
    remember("tone", "polite");
    session.begin("42");
    expect(Object.fromEntries(recallValues(storage, "7", "42"))).toEqual({ text: long, tone: "polite" });
    expect(recalled()).toEqual({});
  });
});

it("values last as long as the page if the browser refuses storage", () => {
  browser.refuses = "all";
  remember("a", "one");
  remember("b", "two");
  expect([recalled(), areStored(storage, "7", null)]).toEqual([{ a: "one", b: "two" }, false]);
  remember("a", "");
  expect(recalled()).toEqual({ b: "two" });
  forgetValues(storage, "7", null);
  expect([recalled(), areStored(storage, "7", null)]).toEqual([{}, true]);
});
