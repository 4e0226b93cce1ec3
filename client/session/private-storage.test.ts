import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { privateStorage } from "./private-storage";
import { Session } from "./session";
import { countTyped, forgetTyped } from "./typed-data";

const NAME = "variables.7";
const MEMBERS = "polyprompt.private.42#variables.7";
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
  const session = new Session(basePath, () => {});
  return { tab, session, storage: privateStorage(session) };
}

describe("private data", () => {
  it("is visible only to its owner: not to a visitor, another member or another site on the host", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine");
    expect([storage.read(NAME), openPage().storage.read(NAME)]).toEqual(["mine", "mine"]);
    browser.kept.set("polyprompt.signed-in", "43 1763769600000");
    expect(openPage().storage.read(NAME)).toBeNull();
    browser.kept.delete("polyprompt.signed-in");
    expect(openPage().storage.read(NAME)).toBeNull();
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
    expect(countTyped(storage)).toEqual({ drafts: 3, comments: 1, filledPrompts: 3 });
  });

  it("is deleted by null", () => {
    const { storage } = openPage();
    storage.write(NAME, "x");
    storage.write(NAME, null);
    expect([storage.read(NAME), browser.kept.size]).toEqual([null, 0]);
  });

  it("lasts as long as the page if the browser refuses to store it", () => {
    browser.refuses = "all";
    const { storage } = openPage();
    storage.write(NAME, "x");
    expect([storage.read(NAME), storage.outlastsPage(NAME), openPage().storage.read(NAME)]).toEqual(["x", false, null]);
  });
});

describe("a visitor's data", () => {
  it("moves to the account that they sign in to, in every tab, and leaves nothing to the next person", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.storage.write(NAME, "the visitor's");
    browser.refuses = "more";
    second.storage.write("variables.8", "of the second tab");
    browser.refuses = null;
    first.session.begin("42");
    expect([first.storage.read(NAME), second.storage.read("variables.8")]).toEqual([
      "the visitor's",
      "of the second tab",
    ]);
    expect([...browser.kept.keys()].filter((key) => key.includes("visitor"))).toEqual([]);
  });

  it("does not overwrite the member's own", () => {
    browser.kept.set(MEMBERS, "mine");
    const { session, storage } = openPage();
    storage.write(NAME, "the visitor's");
    session.begin("42");
    expect(storage.read(NAME)).toBe("mine");
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
  it("deletes the data of the account and of the visitor, but nothing of others", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "mine");
    storage.write("return", "/en/?q=secret");
    browser.kept.set("polyprompt.private.visitor#variables.7", "the visitor's");
    browser.kept.set("polyprompt.private.43#variables.7", "of another member");
    forgetTyped(storage);
    session.logOut();
    expect([...browser.kept.values()]).toEqual(["of another member"]);
  });

  it("lets nothing be kept any more by the pages that it ends, in any tab", () => {
    const first = openPage();
    first.session.begin("42");
    const second = openPage();
    forgetTyped(second.storage);
    second.session.logOut();
    first.storage.write(NAME, "typed a moment ago");
    second.storage.write(NAME, "typed a moment ago");
    expect(browser.kept.size).toBe(0);
  });

  it("that fails restores the data without overwriting newer entries", () => {
    const { session, storage } = openPage();
    session.begin("42");
    storage.write(NAME, "before");
    storage.write("variables.8", "before");
    const restore = forgetTyped(storage);
    storage.write("variables.8", "since");
    restore();
    expect([storage.read(NAME), storage.read("variables.8")]).toEqual(["before", "since"]);
  });
});
