import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "./session";
import { PrivateStorage, privateStorage } from "./private-storage";
import { FakeBrowser } from "../testing/fake-browser";

const NAME = "variables.7";
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

describe("what is kept", () => {
  it("is there for who kept it alone: not for a visitor, not for another member, not on another site of the host", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.keep(NAME, "mine");
    expect(storage.read(NAME)).toBe("mine");
    expect(openPage().storage.read(NAME)).toBe("mine");
    session.end();
    expect(storage.read(NAME)).toBeNull();
    session.begin("43");
    expect([storage.read(NAME), storage.countTyped()]).toEqual([null, 0]);
    session.begin("42");
    expect([storage.read(NAME), storage.countTyped()]).toEqual(["mine", 1]);
    const elsewhere = openPage("/x");
    elsewhere.session.begin("42");
    expect(elsewhere.storage.read(NAME)).toBeNull();
  });

  it("is forgotten by null", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.keep(NAME, "mine");
    storage.keep(NAME, null);
    expect(storage.countTyped()).toBe(0);
    expect([...browser.kept.keys()]).toEqual(["polyprompt.signed-in"]);
  });

  it.each(["all", "more"] as const)("lasts as long as the page where the browser refuses (%s)", (refuses) => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.keep(NAME, "short");
    browser.refuses = refuses;
    storage.keep(NAME, "rather long");
    storage.keep("variables.8", "more");
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["rather long", "more"]);
    session.end();
    expect(storage.read("variables.8")).toBeNull();
    session.begin("42");
    expect(storage.read("variables.8")).toBe("more");
    storage.keep("variables.8", null);
    expect(storage.read("variables.8")).toBeNull();
  });
});

describe("what a visitor has kept", () => {
  it("is taken along into the account, but never over what is there", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.keep(NAME, "mine");
    session.end();
    storage.keep(NAME, "the visitor's");
    storage.keep("variables.8", "the visitor's");
    session.begin("42");
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["mine", "the visitor's"]);
    session.end();
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["the visitor's", null]);
  });

  it("is taken along in every tab, also what the browser did not keep", () => {
    const first = openPage();
    const second = openPage();
    browser.refuses = "more";
    second.storage.keep(NAME, "of the second tab");
    browser.refuses = null;
    first.tab.goTo();
    first.session.begin("42");
    expect(second.storage.read(NAME)).toBe("of the second tab");
  });

  it("is taken along when it turns out whose session it is", () => {
    browser.kept.set("polyprompt.signed-in", "1763769600000");
    const { session, storage } = openPage();
    storage.keep(NAME, "mine");
    session.begin("42");
    expect(storage.read(NAME)).toBe("mine");
  });
});

describe("logging out", () => {
  it("forgets everything of the account, of the visitor before, and the page to go back to, but nothing of others", () => {
    const { session, storage } = openPage();
    session.begin("43");
    storage.keep(NAME, "of another member");
    session.end();
    storage.keep(NAME, "the visitor's");
    storage.keep("return", "/en/?q=secret");
    session.begin("42");
    session.end();
    storage.keep(NAME, "again the visitor's");
    session.begin("42");
    storage.keep("variables.8", "mine");
    storage.forget();
    session.logOut();
    expect([...browser.kept.values()]).toEqual(["of another member"]);
    expect([storage.read(NAME), storage.read("return")]).toEqual([null, null]);
  });

  it("that fails brings it back, but not over what has been kept since", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.keep(NAME, "before");
    storage.keep("variables.8", "before");
    const restore = storage.forget();
    storage.keep("variables.8", "since");
    session.end();
    restore();
    session.begin("42");
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["before", "since"]);
  });

  it("forgets what is only in memory, in all tabs; a session that merely ends keeps it", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    browser.refuses = "more";
    for (const { storage } of [first, second]) storage.keep(NAME, "mine");
    browser.refuses = null;
    first.session.end();
    first.session.begin("42");
    expect([first.storage.read(NAME), second.storage.read(NAME)]).toEqual(["mine", "mine"]);
    first.storage.forget();
    first.session.logOut();
    first.session.begin("42");
    expect([first.storage.read(NAME), second.storage.read(NAME)]).toEqual([null, null]);
  });

  it("forgets what is only in memory also where the session had ended before its member logged out", () => {
    const { session, tab } = openPage();
    session.begin("42");
    const other = openPage();
    browser.refuses = "more";
    other.storage.keep(NAME, "mine");
    browser.refuses = null;
    tab.goTo();
    session.end();
    session.logOut();
    session.begin("42");
    expect(other.storage.read(NAME)).toBeNull();
  });

  it("is known to a page that was away, which forgets what it held", () => {
    const away = openPage();
    away.session.begin("42");
    browser.refuses = "more";
    away.storage.keep(NAME, "mine");
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

describe("what releases before had kept without an owner", () => {
  it.each([
    ["the visitor's", null],
    ["the member's", "42"],
  ])("is %s", (_whose, account) => {
    browser.kept.set("polyprompt.variables.7", "old");
    browser.kept.set("polyprompt.variables.8", "old");
    if (account) browser.kept.set("polyprompt.signed-in", `${account} 1763769600000`);
    browser.kept.set(`polyprompt.private.${account ?? "visitor"}#variables.8`, "new");
    const { storage } = openPage();
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["old", "new"]);
    expect(browser.kept.has("polyprompt.variables.7")).toBe(false);
  });
});

it("there is one of it for a session", () => {
  const { session, storage } = openPage();
  expect(privateStorage(session)).toBe(storage);
  expect(storage).toBeInstanceOf(PrivateStorage);
});
