import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { Session } from "./session";

const KEY = "polyprompt.signed-in";
let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Opens a page in a new tab and records the accounts that it sees, and where it goes when it is left. */
function openPage(basePath = "") {
  const tab = browser.openTab();
  const left: (string | undefined)[] = [];
  const session = new Session(basePath, (address) => left.push(address));
  const seen: (string | null)[] = [];
  session.subscribe(() => seen.push(session.account));
  return { tab, session, seen, left };
}

describe("a session", () => {
  it("is known before any request, and a visitor's page in another tab is the member's at once", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    expect(browser.kept.get(KEY)).toMatch(/^42 \d+$/);
    expect([first.session.account, second.session.account, openPage().session.account]).toEqual(["42", "42", "42"]);
    expect(openPage("/x").session.account).toBeNull();
    expect([first.seen, second.seen, first.left, second.left]).toEqual([["42"], ["42"], [], []]);
  });

  it("of another member reloads the page, in all tabs, which stays the first member's until then", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    first.session.begin("43");
    expect([first.left, second.left]).toEqual([[undefined], [undefined]]);
    expect([first.session.account, second.session.account]).toEqual(["42", "42"]);
    expect([first.session.loggedOut, second.session.loggedOut]).toEqual([false, false]);
    expect(openPage().session.account).toBe("43");
  });

  it("that was logged out reloads the page in all tabs, and leaves no data", () => {
    const first = openPage();
    const second = openPage();
    first.session.begin("42");
    second.tab.goTo();
    second.session.logOut("/en/");
    expect([first.left, second.left]).toEqual([[undefined], ["/en/"]]);
    expect([first.session.loggedOut, second.session.loggedOut]).toEqual([true, true]);
    expect(browser.kept.size).toBe(0);
  });

  it("that had ended before the page was opened leaves it for a visitor's, as the server says", () => {
    browser.kept.set(KEY, "42 1763769600000");
    const { session, seen, left } = openPage();
    session.confirm(null);
    // Until then it is the member's, who keeps what they typed.
    expect([session.account, seen, left]).toEqual(["42", [], [undefined]]);
    expect(session.loggedOut).toBe(false);
    expect(browser.kept.size).toBe(0);
    expect(openPage().session.account).toBeNull();
  });

  it("that ends afterwards changes nothing, here and in other tabs, and may begin again", () => {
    const first = openPage();
    first.session.begin("42");
    const second = openPage();
    second.session.confirm("42");
    second.session.confirm(null);
    browser.kept.delete(KEY);
    // A third page finds that it has ended.
    const third = openPage();
    third.session.confirm(null);
    expect([first, second].map(({ session, left }) => [session.account, left])).toEqual([
      ["42", []],
      ["42", []],
    ]);
    third.session.begin("42");
    expect([first.left, second.left]).toEqual([[], []]);
    // Whoever waits for it hears of it.
    expect([first.seen.at(-1), second.seen]).toEqual(["42", ["42"]]);
  });

  it.each(["1763769600000", "somebody", "4x 1763769600000", " 1763769600000"])(
    "stored as %j has an account that the server tells",
    (mark) => {
      browser.kept.set(KEY, mark);
      const { session, seen, left } = openPage();
      expect([session.account, session.signedIn]).toEqual(["", true]);
      session.confirm("42");
      expect([session.account, seen, left]).toEqual(["42", ["42"], []]);
    },
  );

  it("is found where the browser did not know of it", () => {
    const { session } = openPage();
    session.confirm("42");
    expect(session.account).toBe("42");
    expect(browser.kept.get(KEY)).toMatch(/^42 /);
  });

  it("lasts as long as the page if the browser denies storage", () => {
    browser.refuses = "all";
    const { session } = openPage();
    session.begin("42");
    expect(session.account).toBe("42");
    expect(openPage().session.account).toBeNull();
  });
});

describe("a page that comes back from the back/forward cache", () => {
  it.each([
    ["after its member has logged out reloads", (session: Session) => session.logOut(), [undefined], true],
    ["for another member reloads", (session: Session) => session.begin("43"), [undefined], false],
    ["for the same member stays", () => {}, [], false],
  ])("%s", (_, meanwhile, left, loggedOut) => {
    const away = openPage();
    away.session.begin("42");
    browser.leave();
    meanwhile(openPage().session);
    away.tab.comeBack();
    expect([away.left, away.session.loggedOut]).toEqual([left, loggedOut]);
  });
});
