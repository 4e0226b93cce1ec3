import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "./session";
import { PrivateStorage, privateStorage } from "./private-storage";
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
    storage.write(NAME, "mine");
    expect(storage.read(NAME)).toBe("mine");
    expect(openPage().storage.read(NAME)).toBe("mine");
    session.end();
    expect(storage.read(NAME)).toBeNull();
    session.begin("43");
    expect([storage.read(NAME), storage.countTyped()]).toEqual([null, NOTHING]);
    session.begin("42");
    expect([storage.read(NAME), storage.countTyped()]).toEqual(["mine", { drafts: 0, comments: 0, filledPrompts: 1 }]);
    const elsewhere = openPage("/x");
    elsewhere.session.begin("42");
    expect(elsewhere.storage.read(NAME)).toBeNull();
  });

  it("is counted by its kind: what one has written weighs more than what one has filled in", () => {
    const { session, storage } = openPage();
    session.begin("42");
    for (const name of [NAME, "variables.8", "variables.9", "draft.new", "draft.7", "comment.7"] as const)
      storage.write(name, "x");
    browser.refuses = "more";
    storage.write("draft.8", "for as long as the page");
    storage.write("draft.7", "longer than before");
    storage.write("return", "/en/");
    expect(storage.countTyped()).toEqual({ drafts: 3, comments: 1, filledPrompts: 3 });
    session.begin("43");
    expect(storage.countTyped()).toEqual(NOTHING);
  });

  it("is deleted by null", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine");
    storage.write(NAME, null);
    expect(storage.countTyped()).toEqual(NOTHING);
    expect([...browser.kept.keys()]).toEqual(["polyprompt.signed-in"]);
  });

  it.each(["all", "more"] as const)("lasts as long as the page if the browser refuses storage (%s)", (refuses) => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "short");
    browser.refuses = refuses;
    storage.write(NAME, "rather long");
    storage.write("variables.8", "more");
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["rather long", "more"]);
    session.end();
    expect(storage.read("variables.8")).toBeNull();
    session.begin("42");
    expect(storage.read("variables.8")).toBe("more");
    storage.write("variables.8", null);
    expect(storage.read("variables.8")).toBeNull();
  });
});

describe("the data of a visitor", () => {
  it("moves to the account without overwriting", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine");
    session.end();
    storage.write(NAME, "the visitor's");
    storage.write("variables.8", "the visitor's");
    session.begin("42");
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["mine", "the visitor's"]);
    session.end();
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["the visitor's", null]);
  });

  it("moves in every tab, including entries in memory", () => {
    const first = openPage();
    const second = openPage();
    browser.refuses = "more";
    second.storage.write(NAME, "of the second tab");
    browser.refuses = null;
    first.tab.goTo();
    first.session.begin("42");
    expect(second.storage.read(NAME)).toBe("of the second tab");
  });

  it("moves once the account of the session is known", () => {
    browser.kept.set("polyprompt.signed-in", "1763769600000");
    const { session, storage } = openPage();
    storage.write(NAME, "mine");
    session.begin("42");
    expect(storage.read(NAME)).toBe("mine");
  });
});

describe("logging out", () => {
  it("deletes the data of the account and of the visitor and the return page, but nothing of others", () => {
    const { session, storage } = openPage();
    session.begin("43");
    storage.write(NAME, "of another member");
    session.end();
    storage.write(NAME, "the visitor's");
    storage.write("return", "/en/?q=secret");
    session.begin("42");
    session.end();
    storage.write(NAME, "again the visitor's");
    session.begin("42");
    storage.write("variables.8", "mine");
    storage.forget();
    session.logOut();
    expect([...browser.kept.values()]).toEqual(["of another member"]);
    expect([storage.read(NAME), storage.read("return")]).toEqual([null, null]);
  });

  it("that fails restores the data without overwriting newer entries", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "before");
    storage.write("variables.8", "before");
    const restore = storage.forget();
    storage.write("variables.8", "since");
    session.end();
    restore();
    session.begin("42");
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["before", "since"]);
  });

  it("deletes entries in memory in all tabs; the mere end of a session keeps them", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    browser.refuses = "more";
    for (const { storage } of [first, second]) storage.write(NAME, "mine");
    browser.refuses = null;
    first.session.end();
    first.session.begin("42");
    expect([first.storage.read(NAME), second.storage.read(NAME)]).toEqual(["mine", "mine"]);
    first.storage.forget();
    first.session.logOut();
    first.session.begin("42");
    expect([first.storage.read(NAME), second.storage.read(NAME)]).toEqual([null, null]);
  });

  it("deletes entries in memory even if the session had ended before", () => {
    const { session, tab } = openPage();
    session.begin("42");
    const other = openPage();
    browser.refuses = "more";
    other.storage.write(NAME, "mine");
    browser.refuses = null;
    tab.goTo();
    session.end();
    session.logOut();
    session.begin("42");
    expect(other.storage.read(NAME)).toBeNull();
  });

  it("also clears a page that comes back from the back/forward cache", () => {
    const away = openPage();
    away.session.begin("42");
    browser.refuses = "more";
    away.storage.write(NAME, "mine");
    browser.refuses = null;
    browser.leave();
    const { session, storage } = openPage();
    storage.forget();
    session.logOut();
    away.tab.comeBack();
    away.session.begin("42");
    expect(away.storage.read(NAME)).toBeNull();
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
    const { storage } = openPage();
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["old", "new"]);
    expect(browser.kept.has("polyprompt.variables.7")).toBe(false);
  });
});

it("a session has one private storage", () => {
  const { session, storage } = openPage();
  expect(privateStorage(session)).toBe(storage);
  expect(storage).toBeInstanceOf(PrivateStorage);
});
