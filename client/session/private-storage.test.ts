import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "./session";
import { PrivateStorage, privateStorage } from "./private-storage";
import { countTyped, forgetTyped } from "./typed-data";
import { FakeBrowser } from "../testing/fake-browser";

const NAME = "variables.7";
const NOTHING = { drafts: 0, comments: 0, filledPrompts: 0 };
let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function openPage(basePath = "") {
  const tab = browser.openTab();
  const session = new Session(basePath);
  return { tab, session, storage: privateStorage(session) };
}

describe("private data", () => {
  it("is visible only to its owner: not to a visitor, another member or another site on the host", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine", session.account);
    expect(storage.read(NAME, session.account)).toBe("mine");
    expect(openPage().storage.read(NAME, session.account)).toBe("mine");
    session.end();
    expect(storage.read(NAME, session.account)).toBeNull();
    session.begin("43");
    expect([storage.read(NAME, session.account), countTyped(storage)]).toEqual([null, NOTHING]);
    session.begin("42");
    expect([storage.read(NAME, session.account), countTyped(storage)]).toEqual([
      "mine",
      { drafts: 0, comments: 0, filledPrompts: 1 },
    ]);
    const elsewhere = openPage("/x");
    elsewhere.session.begin("42");
    expect(elsewhere.storage.read(NAME, elsewhere.session.account)).toBeNull();
  });

  it("is counted by its kind: what one has written weighs more than what one has filled in", () => {
    const { session, storage } = openPage();
    session.begin("42");
    for (const name of [NAME, "variables.8", "variables.9", "draft.new", "draft.7", "comment.7"] as const)
      storage.write(name, "x", session.account);
    browser.refuses = "more";
    storage.write("draft.8", "for as long as the page", session.account);
    storage.write("draft.7", "longer than before", session.account);
    storage.write("return", "/en/");
    expect(countTyped(storage)).toEqual({ drafts: 3, comments: 1, filledPrompts: 3 });
    session.begin("43");
    expect(countTyped(storage)).toEqual(NOTHING);
  });

  it("is deleted by null", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine", session.account);
    storage.write(NAME, null, session.account);
    expect(countTyped(storage)).toEqual(NOTHING);
    expect([...browser.kept.keys()]).toEqual(["polyprompt.signed-in"]);
  });

  it.each(["all", "more"] as const)("lasts as long as the page if the browser refuses storage (%s)", (refuses) => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "short", session.account);
    browser.refuses = refuses;
    storage.write(NAME, "rather long", session.account);
    storage.write("variables.8", "more", session.account);
    expect([storage.read(NAME, session.account), storage.read("variables.8", session.account)]).toEqual([
      "rather long",
      "more",
    ]);
    session.end();
    expect(storage.read("variables.8", session.account)).toBeNull();
    session.begin("42");
    expect(storage.read("variables.8", session.account)).toBe("more");
    storage.write("variables.8", null, session.account);
    expect(storage.read("variables.8", session.account)).toBeNull();
  });
});

describe("the data of a visitor", () => {
  it("moves to the account without overwriting, and leaves nothing to the next person", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine", session.account);
    session.end();
    storage.write(NAME, "the visitor's", session.account);
    storage.write("variables.8", "the visitor's", session.account);
    session.begin("42");
    expect([storage.read(NAME, session.account), storage.read("variables.8", session.account)]).toEqual([
      "mine",
      "the visitor's",
    ]);
    session.end();
    expect([storage.read(NAME, session.account), storage.read("variables.8", session.account)]).toEqual([null, null]);
    session.begin("43");
    expect([storage.read(NAME, session.account), countTyped(storage)]).toEqual([null, NOTHING]);
  });

  it("goes below the member's own if it is a comment", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write("comment.7", "mine", session.account);
    session.end();
    storage.write("comment.7", "the visitor's", session.account);
    session.begin("42");
    expect(storage.read("comment.7", session.account)).toBe("mine\nthe visitor's");
    session.begin("43");
    expect(storage.read("comment.7", session.account)).toBeNull();
  });

  it("stays where it is while nobody signs in", () => {
    const { session, storage } = openPage();
    storage.write(NAME, "the visitor's", session.account);
    expect(openPage().storage.read(NAME, session.account)).toBe("the visitor's");
  });

  it("moves in every tab, including entries in memory", () => {
    const first = openPage();
    const second = openPage();
    browser.refuses = "more";
    second.storage.write(NAME, "of the second tab", second.session.account);
    browser.refuses = null;
    first.tab.goTo();
    first.session.begin("42");
    expect(second.storage.read(NAME, second.session.account)).toBe("of the second tab");
  });

  it("moves once the account of the session is known", () => {
    browser.kept.set("polyprompt.signed-in", "1763769600000");
    const { session, storage } = openPage();
    storage.write(NAME, "mine", session.account);
    session.begin("42");
    expect(storage.read(NAME, session.account)).toBe("mine");
  });
});

describe("logging out", () => {
  it("deletes the data of the account and of the visitor and the return page, but nothing of others", () => {
    const { session, storage } = openPage();
    session.begin("43");
    storage.write(NAME, "of another member", session.account);
    session.end();
    storage.write(NAME, "the visitor's", session.account);
    storage.write("return", "/en/?q=secret");
    session.begin("42");
    session.end();
    storage.write(NAME, "again the visitor's", session.account);
    session.begin("42");
    storage.write("variables.8", "mine", session.account);
    forgetTyped(storage);
    session.logOut();
    expect([...browser.kept.values()]).toEqual(["of another member"]);
    expect([storage.read(NAME, session.account), storage.read("return")]).toEqual([null, null]);
  });

  it("that fails restores the data without overwriting newer entries", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "before", session.account);
    storage.write("variables.8", "before", session.account);
    const restore = forgetTyped(storage);
    storage.write("variables.8", "since", session.account);
    session.end();
    restore();
    session.begin("42");
    expect([storage.read(NAME, session.account), storage.read("variables.8", session.account)]).toEqual([
      "before",
      "since",
    ]);
  });

  it("deletes entries in memory in all tabs; the mere end of a session keeps them", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    browser.refuses = "more";
    for (const { storage, session } of [first, second]) storage.write(NAME, "mine", session.account);
    browser.refuses = null;
    first.session.end();
    first.session.begin("42");
    expect([
      first.storage.read(NAME, first.session.account),
      second.storage.read(NAME, second.session.account),
    ]).toEqual(["mine", "mine"]);
    forgetTyped(first.storage);
    first.session.logOut();
    first.session.begin("42");
    expect([
      first.storage.read(NAME, first.session.account),
      second.storage.read(NAME, second.session.account),
    ]).toEqual([null, null]);
  });

  it("deletes entries in memory even if the session had ended before", () => {
    const { session, tab } = openPage();
    session.begin("42");
    const other = openPage();
    browser.refuses = "more";
    other.storage.write(NAME, "mine", other.session.account);
    browser.refuses = null;
    tab.goTo();
    session.end();
    session.logOut();
    session.begin("42");
    expect(other.storage.read(NAME, other.session.account)).toBeNull();
  });

  it("also clears a page that comes back from the back/forward cache", () => {
    const away = openPage();
    away.session.begin("42");
    browser.refuses = "more";
    away.storage.write(NAME, "mine", away.session.account);
    browser.refuses = null;
    browser.leave();
    const { session, storage } = openPage();
    forgetTyped(storage);
    session.logOut();
    away.tab.comeBack();
    away.session.begin("42");
    expect(away.storage.read(NAME, away.session.account)).toBeNull();
  });
});

describe("data of earlier releases without an owner", () => {
  it.each([
    ["the visitor's", null],
    ["the member's", "42"],
  ])("becomes %s", (_whose, account) => {
    browser.kept.set("polyprompt.variables.7", "old");
    browser.kept.set("polyprompt.variables.8", "old");
    if (account) browser.kept.set("polyprompt.signed-in", `${account} 1763769600000`);
    browser.kept.set(`polyprompt.private.${account ?? "visitor"}#variables.8`, "new");
    const { storage, session } = openPage();
    expect([storage.read(NAME, session.account), storage.read("variables.8", session.account)]).toEqual(["old", "new"]);
    expect([...browser.kept.keys()].filter((key) => key.startsWith("polyprompt.variables."))).toEqual([]);
  });
});

it("a session has one private storage", () => {
  const { session, storage } = openPage();
  expect(privateStorage(session)).toBe(storage);
  expect(storage).toBeInstanceOf(PrivateStorage);
});
