import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
import { blankDrafts } from "./blank-drafts";
import { NO_VALUES } from "./blanks";
import { MAX_VALUE_LENGTH } from "./variable-memory";

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function openPage() {
  const tab = browser.openTab();
  const session = new Session("");
  const drafts = blankDrafts(session);
  const shown = (promptId = "7") => Object.fromEntries(drafts.read(promptId));
  return { tab, session, drafts, shown };
}

const none = () => {};
/** No value of this length is stored. */
const LONG = "x".repeat(MAX_VALUE_LENGTH + 1);

describe("the draft of a prompt", () => {
  it("is the same wherever the page shows the prompt, at once, and others do not hear of it", () => {
    const { drafts, shown } = openPage();
    const [here, there, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
    drafts.subscribe("7", here);
    drafts.subscribe("7", there);
    drafts.subscribe("8", elsewhere);
    drafts.set("7", "topic", "tea");
    expect([here, there, elsewhere].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect(shown()).toEqual({ topic: "tea" });
    expect(drafts.read("8")).toBe(NO_VALUES);
    drafts.clear("7");
    expect(shown()).toEqual({});
  });

  it("follows what another tab types and clears; what the other tab does not know of stays", () => {
    const one = openPage();
    one.drafts.subscribe("7", none);
    one.drafts.begin("7");
    one.drafts.set("7", "text", LONG);
    const other = openPage();
    other.drafts.subscribe("7", none);
    other.drafts.set("7", "topic", "tea");
    expect(one.shown()).toEqual({ topic: "tea", text: LONG });
    other.drafts.clear("7");
    expect(one.shown()).toEqual({ text: LONG });
  });

  it("is there again when the prompt is shown again, also what could not be stored, and says so", () => {
    const { drafts, shown } = openPage();
    const leave = drafts.subscribe("7", none);
    drafts.begin("7");
    drafts.set("7", "text", "short");
    expect(drafts.outlastsPage("7")).toBe(true);
    drafts.set("7", "text", LONG);
    expect(drafts.outlastsPage("7")).toBe(false);
    leave();
    drafts.subscribe("7", none);
    drafts.begin("7");
    expect([shown(), drafts.outlastsPage("7")]).toEqual([{ text: LONG }, false]);
    const again = openPage();
    again.drafts.begin("7");
    expect([again.shown(), again.drafts.outlastsPage("7")]).toEqual([{ text: "short" }, true]);
    drafts.clear("7");
    expect([shown(), drafts.outlastsPage("7")]).toEqual([{}, true]);
  });

  it("begins with the stored values when something is typed before they are recalled", () => {
    const { drafts, shown } = openPage();
    const leave = drafts.subscribe("7", none);
    drafts.set("7", "topic", "tea");
    leave();
    expect(drafts.read("7")).toBe(NO_VALUES);
    drafts.subscribe("7", none);
    drafts.set("7", "length", "short");
    drafts.set("7", "tone", " ");
    drafts.begin("7");
    expect(shown()).toEqual({ topic: "tea", length: "short", tone: " " });
  });
});

describe("whose values the blanks hold", () => {
  function fillIn() {
    const page = openPage();
    page.session.begin("42");
    page.drafts.subscribe("7", none);
    page.drafts.set("7", "topic", "tea");
    page.drafts.set("7", "text", LONG);
    return page;
  }

  it("stays as it is when the session merely ends; what is typed on is the same member's", () => {
    const { session, drafts, shown } = fillIn();
    const told = vi.fn();
    drafts.subscribe("7", told);
    session.end();
    expect([shown(), told.mock.calls.length]).toEqual([{ topic: "tea", text: LONG }, 0]);
    drafts.set("7", "topic", "tea, and then cake");
    session.begin("42");
    expect(shown()).toEqual({ topic: "tea, and then cake", text: LONG });
    const again = openPage();
    again.drafts.begin("7");
    expect(again.shown()).toEqual({ topic: "tea, and then cake" });
  });

  it("is the next member's own, and nothing of the former one's", () => {
    const { session, drafts, shown } = fillIn();
    session.end();
    session.begin("43");
    expect(shown()).toEqual({});
    drafts.set("7", "topic", "coffee");
    session.begin("42");
    expect(shown()).toEqual({ topic: "tea", text: LONG });
    session.begin("43");
    expect(shown()).toEqual({ topic: "coffee" });
  });

  it("is nobody's after a log-out, here and in other tabs", () => {
    const one = fillIn();
    const other = openPage();
    other.drafts.subscribe("7", none);
    other.drafts.set("7", "text", LONG);
    other.session.logOut();
    expect([one.shown(), other.shown()]).toEqual([{}, {}]);
  });

  it("is a visitor's on a page that is opened after the session has ended, and learns that late", () => {
    const before = fillIn();
    const { session, drafts, shown } = openPage();
    drafts.subscribe("7", none);
    drafts.begin("7");
    expect(shown()).toEqual({ topic: "tea" });
    session.end();
    expect([shown(), before.shown()]).toEqual([{}, { topic: "tea", text: LONG }]);
  });

  it("is a visitor's where a prompt is opened after the session has ended", () => {
    const { session, drafts, shown } = fillIn();
    drafts.subscribe("8", none)();
    drafts.set("8", "topic", "tea");
    drafts.subscribe("8", none)();
    session.end();
    drafts.subscribe("8", none);
    drafts.begin("8");
    expect(shown("8")).toEqual({});
    drafts.set("8", "topic", "a stranger's");
    drafts.set("8", "length", "short");
    session.begin("42");
    expect(shown("8")).toEqual({ topic: "tea", length: "short" });
    session.begin("43");
    expect(shown("8")).toEqual({});
  });

  it("is a visitor's until they sign in: then the account's own values win, and all others stay and are kept", () => {
    const { session, drafts, shown } = openPage();
    session.begin("42");
    drafts.set("7", "topic", "the member's");
    drafts.subscribe("7", none)();
    session.end();
    drafts.subscribe("7", none);
    drafts.set("7", "topic", "a visitor's");
    drafts.set("7", "length", "short");
    drafts.set("7", "text", LONG);
    session.begin("42");
    expect(shown()).toEqual({ topic: "the member's", length: "short", text: LONG });
    const again = openPage();
    again.drafts.begin("7");
    expect(again.shown()).toEqual({ topic: "the member's", length: "short" });
  });

  it("moves with the visitor in all tabs", () => {
    const [one, other] = [openPage(), openPage()];
    for (const { drafts } of [one, other]) drafts.subscribe("7", none);
    one.drafts.begin("7");
    other.drafts.set("7", "text", LONG);
    other.drafts.set("7", "topic", "tea");
    one.tab.goTo();
    one.session.begin("42");
    expect([one.shown(), other.shown()]).toEqual([{ topic: "tea" }, { topic: "tea", text: LONG }]);
    one.session.end();
    one.session.begin("43");
    expect([one.shown(), other.shown()]).toEqual([{}, {}]);
  });
});
