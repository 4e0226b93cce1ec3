import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { Session } from "./session";
import { typistOf } from "./current-typist";

let browser: FakeBrowser;
let session: Session;

beforeEach(() => {
  browser = new FakeBrowser();
  session = new Session("");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("a visitor becomes the member who they sign in as, and stays them when their session merely ends", () => {
  const typist = typistOf(session);
  expect(typist.id).toBeNull();
  session.begin("42");
  session.end();
  session.begin("42");
  expect([typistOf(session), typist.id]).toEqual([typist, "42"]);
});

it("a session that had ended before the page was opened leaves nothing to whoever opened it", () => {
  browser.kept.set("polyprompt.signed-in", "42 1763769600000");
  const [over, going] = [new Session(""), new Session("")];
  const typists = [over, going].map(typistOf);
  expect(typists.map(({ id }) => id)).toEqual(["42", "42"]);
  going.confirm("42");
  over.end();
  going.end();
  expect(typistOf(over).id).toBeNull();
  expect(typistOf(going)).toBe(typists[1]);
});

it("another member is another typist; the former one's words stay theirs", () => {
  session.begin("42");
  const typist = typistOf(session);
  session.begin("43");
  expect([typist.id, typist.hasLoggedOut, typistOf(session).id]).toEqual(["42", false, "43"]);
});

it("who has logged out wants nothing kept; what is typed afterwards is somebody else's", () => {
  session.begin("42");
  const typist = typistOf(session);
  session.logOut();
  expect(typist.hasLoggedOut).toBe(true);
  const next = typistOf(session);
  expect([next === typist, next.id, next.hasLoggedOut]).toEqual([false, null, false]);
  session.begin("42");
  expect(typistOf(session)).toBe(next);
});

it("a page that comes back from the back/forward cache after the session is somebody else's", () => {
  const tab = browser.openTab();
  const page = new Session("");
  page.begin("42");
  const typist = typistOf(page);
  browser.leave();
  browser.openTab();
  new Session("").end();
  browser.kept.delete("polyprompt.signed-in");
  tab.comeBack();
  const next = typistOf(page);
  expect([next === typist, next.id, next.hasLoggedOut]).toEqual([false, null, false]);
});
