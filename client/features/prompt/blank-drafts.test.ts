import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
import { blankDraft, rememberValue } from "./blank-drafts";

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function openPage() {
  browser.openTab();
  const session = new Session("");
  return { session, draft: blankDraft(session, "7") };
}

it("values are kept by prompt and name, beside those that another tab types", () => {
  const one = openPage();
  const other = openPage();
  rememberValue(one.draft, "topic", "tea");
  rememberValue(other.draft, "tone", "dry");
  rememberValue(blankDraft(one.session, "8"), "topic", "coffee");
  expect([one.draft.read(), other.draft.read()]).toEqual([
    { topic: "tea", tone: "dry" },
    { topic: "tea", tone: "dry" },
  ]);
});

it("a value that is emptied is forgotten, and with the last one the draft", () => {
  const { draft } = openPage();
  rememberValue(draft, "topic", "tea");
  rememberValue(draft, "tone", "dry");
  rememberValue(draft, "topic", " ");
  expect(draft.read()).toEqual({ tone: "dry" });
  rememberValue(draft, "tone", "");
  expect([draft.read(), browser.kept.size]).toEqual([null, 0]);
});

it("of a visitor who signs in, the account's own values win, and all others stay", () => {
  const { session, draft } = openPage();
  rememberValue(draft, "topic", "tea");
  rememberValue(draft, "tone", "dry");
  browser.kept.set("polyprompt.private.42#variables.7", JSON.stringify({ value: { topic: "milk" }, savedAt: 1 }));
  session.begin("42");
  expect(draft.read()).toEqual({ topic: "milk", tone: "dry" });
});

it.each([
  ["those of an earlier release", { topic: "tea", level: 3 }, { topic: "tea" }],
  ["a list", ["tea"], null],
  ["nothing", {}, null],
])("values are strings: %s", (_, stored, values) => {
  browser.kept.set("polyprompt.private.visitor#variables.7", JSON.stringify(stored));
  expect(openPage().draft.read()).toEqual(values);
});
