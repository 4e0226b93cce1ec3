import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { DeviceDraft } from "./device-draft";
import { privateStorage } from "./private-storage";
import { Session } from "./session";

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

interface Words {
  text: string;
}

function parse(data: unknown): Words | null {
  if (typeof data === "string") return { text: data };
  return typeof data === "object" && data !== null && "text" in data ? (data as Words) : null;
}

function openPage() {
  const tab = browser.openTab();
  const session = new Session("", () => {});
  const draft = new DeviceDraft<Words>(privateStorage(session), "comment.7", parse);
  const heard = vi.fn();
  draft.onChange(heard);
  return { tab, session, draft, heard };
}

it("is kept for the next page, with the time, and is one object until it changes", () => {
  openPage().draft.write({ text: "begun" });
  const { draft } = openPage();
  expect(draft.read()).toEqual({ text: "begun" });
  expect(draft.read()).toBe(draft.read());
  expect(draft.savedAt).toEqual(expect.any(Number));
  draft.write(null);
  expect([draft.read(), draft.savedAt, browser.kept.size]).toEqual([null, null, 0]);
});

it("the newest version wins, and a page that shows an older one is told, once a change", () => {
  const one = openPage();
  const other = openPage();
  one.tab.goTo();
  one.draft.write({ text: "mine" });
  expect([other.heard.mock.calls.length, other.draft.read()]).toEqual([1, { text: "mine" }]);
  other.tab.goTo();
  other.draft.write({ text: "newer" });
  expect(one.draft.read()).toEqual({ text: "newer" });
  const draft = new DeviceDraft<Words>(privateStorage(one.session), "comment.8", parse);
  draft.write({ text: "elsewhere" });
  // Not of what it has written itself, nor of other drafts.
  expect(one.heard).toHaveBeenCalledTimes(1);
});

it("what a visitor has typed is the member's once they are signed in, below what the member has", () => {
  const { draft, session } = openPage();
  draft.write({ text: "the visitor's" });
  browser.kept.set("polyprompt.private.42#comment.7", JSON.stringify({ value: { text: "mine" }, savedAt: 1 }));
  session.begin("42");
  expect(draft.read()).toEqual({ text: "mine\nthe visitor's" });
  expect([...browser.kept.keys()].filter((key) => key.includes("visitor"))).toEqual([]);
});

it("lasts as long as the page where the browser takes no more, and says so", () => {
  const { draft } = openPage();
  browser.refuses = "more";
  draft.write({ text: "too much" });
  expect([draft.read(), draft.outlastsPage]).toEqual([{ text: "too much" }, false]);
  expect(openPage().draft.read()).toBeNull();
});

it("of a member who has logged out, in any tab, nothing is kept any more", () => {
  const one = openPage();
  one.session.begin("42");
  const other = openPage();
  other.session.logOut();
  one.draft.write({ text: "typed a moment ago" });
  expect(browser.kept.size).toBe(0);
});

it.each([
  ["a text of an earlier release", "as it was", { text: "as it was" }],
  ["an earlier format", JSON.stringify({ text: "as it was" }), { text: "as it was" }],
  ["anything else", "7", null],
  ["a value of another kind", JSON.stringify({ value: 7, savedAt: 1 }), null],
])("%s is what its parser makes of it", (_, stored, draft) => {
  browser.kept.set("polyprompt.private.visitor#comment.7", stored);
  expect(openPage().draft.read()).toEqual(draft);
});
