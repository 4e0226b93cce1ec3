import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { ACCOUNT_HEADER } from "../../contract/session";
import { Session } from "./session";

const KEY = "polyprompt.signed-in";
let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Opens a page in a new tab and records the accounts that it sees. */
function openPage(basePath = "") {
  const tab = browser.openTab();
  const session = new Session(basePath);
  const seen: (string | null)[] = [];
  session.subscribe(() => seen.push(session.account));
  return { tab, session, seen };
}

/** Stubs the server's response to a refresh. */
function stubRefresh(status: number, meanwhile = () => {}) {
  vi.stubGlobal("fetch", async () => {
    meanwhile();
    return new Response(null, { status, headers: status === 204 ? { [ACCOUNT_HEADER]: "42" } : {} });
  });
}

it("restored from the back/forward cache, a page sees its session end before that of another member begins", async () => {
  const page = openPage();
  page.session.begin("42");
  browser.leave();
  openPage().session.begin("43");
  page.tab.comeBack();
  expect([page.session.account, page.session.loggedOut]).toEqual([null, true]);
  await expect.poll(() => page.seen).toEqual(["42", null, "43"]);
});

describe("a session", () => {
  it("is known before any request, and by other pages at once", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    expect(browser.kept.get(KEY)).toMatch(/^42 \d+$/);
    expect([first.session.account, second.session.account, openPage().session.account]).toEqual(["42", "42", "42"]);
    expect(openPage("/x").session.account).toBeNull();
    first.tab.goTo();
    first.session.end();
    expect([first.seen, second.seen]).toEqual([
      ["42", null],
      ["42", null],
    ]);
    expect(browser.kept.size).toBe(0);
  });

  it("ends before another one begins, so that no data of the first account leaks into the second", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    first.session.begin("43");
    expect([first.seen, second.seen]).toEqual([
      ["42", null, "43"],
      ["42", null, "43"],
    ]);
  });

  it.each(["1763769600000", "somebody", "4x 1763769600000", " 1763769600000"])(
    "stored as %j has an unknown account",
    (mark) => {
      browser.kept.set(KEY, mark);
      expect(openPage().session.account).toBe("");
      expect(openPage().session.signedIn).toBe(true);
    },
  );

  it("that was logged out is distinguished from one that expired, in all tabs, and leaves no data", () => {
    const first = openPage();
    const second = openPage();
    first.tab.goTo();
    first.session.begin("42");
    second.tab.goTo();
    second.session.end();
    expect([first.session.loggedOut, second.session.loggedOut]).toEqual([false, false]);
    second.session.begin("42");
    second.session.logOut();
    expect([first.session.account, second.session.account]).toEqual([null, null]);
    expect([first.session.loggedOut, second.session.loggedOut]).toEqual([true, true]);
    expect(browser.kept.size).toBe(0);
    expect(document.documentElement.getAttribute("data-signed-in")).toBeNull();
  });

  it.each([
    ["nobody", () => {}, null],
    ["somebody else", (session: Session) => session.begin("43"), "43"],
  ])(
    "that ended while its page was in the back/forward cache is gone when the page is restored for %s",
    async (_who, then, account) => {
      const away = openPage();
      away.session.begin("42");
      browser.leave();
      const { session } = openPage();
      session.logOut();
      then(session);
      vi.useFakeTimers();
      expect(away.session.account).toBe("42");
      away.tab.comeBack();
      expect(away.session.account).toBeNull();
      vi.runAllTimers();
      expect(away.session.account).toBe(account);
      expect(away.session.loggedOut).toBe(true);
      expect(document.documentElement.getAttribute("data-signed-in")).toBe(account);
    },
  );

  it("that continues while its page is in the back/forward cache stays the same", () => {
    const away = openPage();
    away.session.begin("42");
    browser.leave();
    openPage();
    away.tab.comeBack();
    expect(away.seen).toEqual(["42"]);
  });

  it("lasts as long as the page if the browser denies storage", () => {
    browser.refuses = "all";
    const { session } = openPage();
    session.begin("42");
    expect(session.account).toBe("42");
    expect(openPage().session.account).toBeNull();
  });
});

describe("refreshing", () => {
  it("keeps the account and stores the time for the other tabs", async () => {
    const { session, seen } = openPage();
    session.begin("42");
    browser.kept.set(KEY, "42 1");
    stubRefresh(204);
    await session.refresh();
    expect(browser.kept.get(KEY)).toMatch(/^42 \d{13}$/);
    expect(seen).toEqual(["42"]);
  });

  it("ends a session that the server does not have, but not if the server fails", async () => {
    const { session } = openPage();
    session.begin("42");
    stubRefresh(503);
    await expect(session.refresh()).rejects.toThrow("503");
    expect(session.account).toBe("42");
    stubRefresh(401);
    await session.refresh();
    expect([session.account, session.loggedOut]).toEqual([null, false]);
  });

  it("in the background ends nothing: what is being written stays until its member asks for something", async () => {
    const { session, seen } = openPage();
    session.begin("42");
    stubRefresh(401);
    expect(await session.renew()).toBe("refused");
    expect([session.account, seen]).toEqual(["42", ["42"]]);
    await session.refresh();
    expect(session.account).toBeNull();
  });

  it("discovers a session that the browser did not know of", async () => {
    const { session } = openPage();
    stubRefresh(204);
    await session.refresh();
    expect(session.account).toBe("42");
    expect(openPage().session.account).toBe("42");
  });

  it("says whose the session of an earlier release is", async () => {
    browser.kept.set(KEY, "1763769600000");
    const { session } = openPage();
    expect(session.account).toBe("");
    stubRefresh(204);
    await session.refresh();
    expect(session.account).toBe("42");
  });

  it.each([204, 401])("does not undo a logout in the meantime (%i)", async (status) => {
    const { session } = openPage();
    session.begin("42");
    stubRefresh(status, () => session.logOut());
    await session.refresh();
    expect([session.account, session.loggedOut]).toEqual([null, true]);
    expect(browser.kept.size).toBe(0);
  });

  it.each([204, 401])("does not end a session that began in the meantime (%i)", async (status) => {
    const { session } = openPage();
    session.begin("42");
    stubRefresh(status, () => session.begin("43"));
    await session.refresh();
    expect(session.account).toBe("43");
    expect(browser.kept.get(KEY)).toMatch(/^43 /);
  });
});
