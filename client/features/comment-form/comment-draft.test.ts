import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import { Session } from "../../session/session";
import { countTyped, forgetTyped } from "../../session/typed-data";
import { typistOf } from "../../session/current-typist";
import { FakeBrowser } from "../../testing/fake-browser";
import { begunTexts, CommentDraft, forgetBegun } from "./comment-draft";

let session: Session;
let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
  session = new Session("");
  session.begin("42");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const KEY = "polyprompt.private.42#comment.7";

/** A form that is opened now. */
const open = () => new CommentDraft(privateStorage(session), typistOf(session), "7", "7");
const loaded = () => open().load();
const begunCount = () => open().countOthers();

it("what is written after another member has come is kept for who has written it", () => {
  const form = open();
  session.begin("43");
  form.keep("of 42");
  expect(loaded()).toBeNull();
  session.begin("42");
  expect(loaded()).toBe("of 42");
});

it("what is written after one's session has ended is one's own, and not the visitor's", () => {
  const form = open();
  session.end();
  form.keep("of 42");
  expect([...browser.kept.keys()]).toEqual(["polyprompt.private.42#comment.7"]);
  session.begin("43");
  expect(loaded()).toBeNull();
});

it("nothing is kept for who has logged out; what a visitor types afterwards is", () => {
  const form = open();
  session.logOut();
  form.keep("of 42");
  expect(browser.kept.size).toBe(0);
  open().keep("the visitor's");
  expect(loaded()).toBe("the visitor's");
});

it("forms in two tabs keep both texts; posting one forgets it alone", () => {
  const [one, two] = [open(), open()];
  two.keep("a long answer");
  one.keep("thanks");
  expect([one.countOthers(), two.countOthers()]).toEqual([1, 1]);
  two.keep("a long answer, longer");
  one.keep(null);
  expect([loaded(), two.countOthers()]).toEqual(["a long answer, longer", 0]);
});

it("a form replaces what it has found, unless that has changed since", () => {
  open().keep("begun");
  const [one, two] = [open(), open()];
  expect([one.load(), two.load()]).toEqual(["begun", "begun"]);
  one.keep("begun by one");
  expect(one.countOthers()).toBe(0);
  two.keep("begun by two");
  expect([one.countOthers(), two.countOthers()]).toEqual([1, 1]);
  two.keep(null);
  expect(loaded()).toBe("begun by one");
});

/** Lets a tab write that still sees what was stored before another one has written. */
const overwrite = (stored: string, write: () => void) => {
  browser.kept.set(KEY, stored);
  write();
};

it("a form whose text another tab has overwritten in the same moment keeps it again", () => {
  const one = open();
  one.keep("a long answer");
  const seenByTwo = browser.kept.get(KEY) ?? "";
  const two = open();
  two.load();
  one.keep("a long answer, longer");
  overwrite(seenByTwo, () => two.keep("thanks"));
  expect(two.countOthers()).toBe(0);
  one.reclaim();
  two.reclaim();
  expect([one.countOthers(), two.countOthers()]).toEqual([1, 1]);
  two.keep(null);
  expect(loaded()).toBe("a long answer, longer");
});

it("also the form that wrote first, and did not find the other's text", () => {
  const [one, two] = [open(), open()];
  one.keep("one");
  overwrite("", () => two.keep("two"));
  one.reclaim();
  expect([loaded(), one.countOthers(), two.countOthers()]).toEqual(["one", 1, 1]);
});

it("a form whose text another tab goes on with leaves it to that one, also once it is posted", () => {
  open().keep("somebody's third");
  const one = open();
  one.keep("begun");
  const two = open();
  two.load();
  two.keep("begun, and ended");
  two.keep("begun, and ended well");
  one.reclaim();
  two.keep(null);
  one.reclaim();
  expect([loaded(), begunCount()]).toEqual(["somebody's third", 1]);
});

it("nothing is kept again that was deleted", () => {
  const form = open();
  form.keep("begun");
  browser.kept.clear();
  form.reclaim();
  expect(browser.kept.size).toBe(0);
});

it("shows the other texts in turn, and loses none", () => {
  for (const text of ["one", "two", "three"]) open().keep(text);
  const form = open();
  expect([form.load(), form.next(), form.next(), form.next()]).toEqual(["three", "one", "two", "three"]);
  form.keep("three, changed");
  expect([form.countOthers(), form.next(), form.next(), form.next()]).toEqual([2, "one", "two", "three, changed"]);
});

it("knows of each text what the comment said that it is a change of; of those of an earlier release nothing", () => {
  browser.kept.set("polyprompt.private.42#comment.7", "long ago");
  open().keep("by one", "first");
  open().keep("by two", "second");
  const form = open();
  const shown = [form.load(), form.next(), form.next(), form.next()].length;
  expect([shown, form.base]).toEqual([4, "second"]);
  expect([form.next(), form.base]).toEqual(["long ago", undefined]);
  expect([form.next(), form.base]).toEqual(["by one", "first"]);
  form.keep("by one, saved once", "third");
  const again = open();
  expect([again.load(), again.base]).toEqual(["by one, saved once", "third"]);
});

it("what a visitor has typed is the member's once they are signed in, beside what the member has", () => {
  open().keep("of 42");
  session.end();
  const visitor = new CommentDraft(privateStorage(session), { ...typistOf(new Session("")), id: null }, "7", "7");
  visitor.keep("the visitor's");
  session.begin("42");
  const form = open();
  expect([form.load(), form.countOthers()]).toEqual(["the visitor's", 1]);
  session.begin("43");
  expect(loaded()).toBeNull();
  session.end();
  expect(loaded()).toBeNull();
  session.begin("42");
  form.keep("both");
  expect([loaded(), form.countOthers()]).toEqual(["both", 1]);
});

it.each(["plain", "two\n\nlines", "[", "{}", "[1]", '"said"'])("a text of an earlier release is kept (%j)", (text) => {
  browser.kept.set("polyprompt.private.42#comment.7", text);
  const form = open();
  expect([form.load(), form.countOthers()]).toEqual([text, 0]);
  open().keep("another");
  expect(form.countOthers()).toBe(1);
});

it("a text of an earlier release, of the member or the visitor, stays beside the other's", () => {
  browser.kept.set("polyprompt.private.42#comment.7", "of 42,\nlong ago");
  session.end();
  open().keep("the visitor's");
  session.begin("42");
  const form = open();
  expect([form.load(), form.next(), form.countOthers()]).toEqual(["the visitor's", "of 42,\nlong ago", 1]);
});

it.each(["", " ", "[]"])("nothing is kept in %j", (stored) => {
  browser.kept.set("polyprompt.private.42#comment.7", stored);
  expect(loaded()).toBeNull();
});

it("replies and changes are found by their page, those of an earlier release on any, and are forgotten one by one", () => {
  const openIn = (place: string, page: string) =>
    new CommentDraft(privateStorage(session), typistOf(session), place, page);
  browser.kept.set("polyprompt.private.42#comment.reply-5", JSON.stringify([{ writer: "", text: "of long ago" }]));
  open().keep("a comment");
  openIn("reply-23", "7").keep("a reply");
  openIn("reply-23", "7").keep("another one");
  openIn("edit-24", "7").keep("a change", "said");
  openIn("reply-25", "feedback").keep("elsewhere");
  session.begin("43");
  openIn("reply-23", "7").keep("of 43");
  session.begin("42");
  const storage = privateStorage(session);
  const texts = () =>
    begunTexts(storage, "42", "7").map(({ purpose, commentId, text }) => `${purpose} ${commentId} ${text}`);
  const all = ["reply c5 of long ago", "reply c23 a reply", "reply c23 another one", "edit c24 a change"];
  expect(texts()).toEqual(all);
  for (const each of begunTexts(storage, "42", "7").slice(1)) forgetBegun(storage, "42", each);
  expect(texts()).toEqual(all.slice(0, 1));
  expect([...browser.kept.keys()].filter((key) => key.includes("42#comment."))).toEqual([
    "polyprompt.private.42#comment.reply-5",
    "polyprompt.private.42#comment.7",
    "polyprompt.private.42#comment.reply-25",
  ]);
});

it("what was typed a moment ago is counted before logging out, and deleted by it", () => {
  const form = open();
  const waiting = new DelayedWrite(() => form.keep("just now"));
  waiting.later();
  expect(countTyped(privateStorage(session)).comments).toBe(1);
  waiting.later();
  forgetTyped(privateStorage(session));
  session.logOut();
  expect([browser.kept.size, waiting.cancel()]).toEqual([0, false]);
});
