import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type DialogRequest, onDialogRequested, type Wish } from "./dialog-request";
import { Session } from "./session";
import { FakeBrowser } from "../testing/fake-browser";
import { makeWish, takeWish } from "./wish";

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const HEART: Wish = { kind: "favorite", promptId: "7", value: "ADD" };

function openDialog(session: Session, wish = HEART) {
  let dialog: Pick<DialogRequest, "onDone" | "onCancel"> = { onDone() {}, onCancel() {} };
  const unsubscribe = onDialogRequested((request) => (dialog = request));
  makeWish(session, wish);
  unsubscribe();
  return {
    logIn: () => dialog.onDone(),
    close: () => dialog.onCancel(false),
    goElsewhere: () => dialog.onCancel(true),
  };
}

it("a wish is there once, also in another tab", () => {
  openDialog(new Session("")).goElsewhere();
  browser.openTab();
  const other = new Session("");
  expect([takeWish(other, "favorite"), takeWish(other, "favorite")]).toEqual([HEART, null]);
});

it("a wish of a visitor is the member's once they are signed in, and nobody else's", () => {
  const session = new Session("");
  const { logIn } = openDialog(session);
  session.begin("42");
  expect(takeWish(session, "favorite")).toBeNull();
  logIn();
  expect(takeWish(session, "favorite")).toEqual(HEART);
  openDialog(session).goElsewhere();
  browser.kept.set("polyprompt.signed-in", "43 1763769600000");
  expect(takeWish(new Session(""), "favorite")).toBeNull();
});

it("whoever logs in in another tab wants nothing", () => {
  const session = new Session("");
  openDialog(session);
  browser.openTab();
  const other = new Session("");
  other.begin("42");
  session.begin("42");
  expect([takeWish(session, "favorite"), takeWish(other, "favorite")]).toEqual([null, null]);
});

it("a wish ends with the dialog, unless the visitor goes on to another way of signing in", () => {
  const session = new Session("");
  openDialog(session).goElsewhere();
  expect(takeWish(session, "favorite")).not.toBeNull();
  openDialog(session).close();
  expect(takeWish(session, "favorite")).toBeNull();
});

it("a wish ends after an hour", () => {
  vi.useFakeTimers();
  const session = new Session("");
  openDialog(session).goElsewhere();
  vi.advanceTimersByTime(59 * 60_000);
  expect(takeWish(session, "favorite")).not.toBeNull();
  openDialog(session).goElsewhere();
  vi.advanceTimersByTime(61 * 60_000);
  expect(takeWish(session, "favorite")).toBeNull();
});

it.each(["UP", "DOWN"] as const)("a vote (%s) is kept for whoever carries out votes", (value) => {
  const session = new Session("");
  const wish: Wish = { kind: "vote", promptId: "8", value };
  openDialog(session, wish).logIn();
  expect(takeWish(session, "favorite")).toBeNull();
  expect([takeWish(session, "vote"), takeWish(session, "vote")]).toEqual([wish, null]);
});

it("a copy is kept for whoever saves copies", () => {
  const session = new Session("");
  const wish: Wish = { kind: "copy", promptId: "9", value: "ADD" };
  openDialog(session, wish).logIn();
  expect([takeWish(session, "favorite"), takeWish(session, "vote")]).toEqual([null, null]);
  expect([takeWish(session, "copy"), takeWish(session, "copy")]).toEqual([wish, null]);
});

it("the last wish replaces the one before, of whichever kind", () => {
  const session = new Session("");
  openDialog(session, { kind: "vote", promptId: "8", value: "UP" }).goElsewhere();
  openDialog(session).goElsewhere();
  expect(takeWish(session, "vote")).toBeNull();
  expect(takeWish(session, "favorite")).toEqual(HEART);
});

it.each([
  "favorite",
  ...[
    { kind: "favorite", value: "UP", promptId: "7" },
    { kind: "favorite", value: "ADD", promptId: "x" },
    { kind: "vote", value: "ADD", promptId: "7" },
    { kind: "vote", value: "NONE", promptId: "7" },
    { kind: "copy", value: "UP", promptId: "7" },
    { kind: "constructor", value: "ADD", promptId: "7" },
    { kind: "vote", value: "UP" },
    null,
  ].map((value) => JSON.stringify({ value, savedAt: 1763769600000 })),
  JSON.stringify({ value: HEART, savedAt: 1 }),
  JSON.stringify({ value: HEART, savedAt: 9999999999999 }),
  JSON.stringify({ value: HEART, savedAt: "1763769600000" }),
])("%j is none, at any time, and is erased", (entry) => {
  vi.useFakeTimers({ now: 1763769600000 });
  for (const kind of ["favorite", "vote", "copy"] as const) {
    browser.kept.set("polyprompt.private.visitor#wish", entry);
    expect(takeWish(new Session(""), kind)).toBeNull();
    expect(browser.kept.size).toBe(0);
  }
});
