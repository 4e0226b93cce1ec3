import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onDialogRequested } from "../../session/dialog-request";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
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

function openDialog(session: Session, owner: string | null = null) {
  let close: (isElsewhere: boolean) => void = () => {};
  const unsubscribe = onDialogRequested((request) => (close = request.onCancel));
  makeWish(session, "7", owner);
  unsubscribe();
  return close;
}

it("a wish is there once, also in another tab", () => {
  openDialog(new Session(""));
  browser.openTab();
  const other = new Session("");
  expect([takeWish(other), takeWish(other)]).toEqual([{ id: "7", owner: null }, null]);
});

it("a wish names the member whose session had ended", () => {
  const session = new Session("");
  openDialog(session, "42");
  expect(takeWish(session)).toEqual({ id: "7", owner: "42" });
});

it("a wish ends with the dialog, unless the visitor goes on to another way of signing in", () => {
  const session = new Session("");
  openDialog(session)(true);
  expect(takeWish(session)).not.toBeNull();
  openDialog(session)(false);
  expect(takeWish(session)).toBeNull();
});

it("a wish ends after an hour", () => {
  vi.useFakeTimers();
  const session = new Session("");
  openDialog(session);
  vi.advanceTimersByTime(59 * 60_000);
  expect(takeWish(session)).not.toBeNull();
  openDialog(session);
  vi.advanceTimersByTime(61 * 60_000);
  expect(takeWish(session)).toBeNull();
});

it.each(["7", "7 1", "x 1763769600000 ", "7 9999999999999 ", "7 1763769600000 x"])("%j is none", (entry) => {
  browser.kept.set("polyprompt.wish", entry);
  expect(takeWish(new Session(""))).toBeNull();
});
