import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { privateStorage } from "../../session/private-storage";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
import { blankDrafts, NO_DRAFT } from "./blank-drafts";

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
  return { tab, session, drafts: blankDrafts(privateStorage(session)) };
}

const none = () => {};

describe("the draft of a prompt", () => {
  it("is the same wherever the page shows the prompt, at once, and others do not hear of it", () => {
    const { drafts } = openPage();
    const [here, there, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
    drafts.subscribe("7", here);
    drafts.subscribe("7", there);
    drafts.subscribe("8", elsewhere);
    drafts.set("7", null, "topic", "tea");
    expect([here, there, elsewhere].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect([...drafts.read("7").values]).toEqual([["topic", "tea"]]);
    expect(drafts.read("8")).toBe(NO_DRAFT);
    drafts.clear("7", null);
    expect(drafts.read("7").values.size).toBe(0);
  });

  it("follows what another tab types and clears", () => {
    const one = openPage();
    one.drafts.subscribe("7", none);
    one.drafts.recall("7", null);
    const other = openPage();
    other.drafts.subscribe("7", none);
    other.drafts.set("7", null, "topic", "tea");
    expect([...one.drafts.read("7").values]).toEqual([["topic", "tea"]]);
    other.drafts.clear("7", null);
    expect(one.drafts.read("7").values.size).toBe(0);
  });

  it("keeps what its account has typed as values are recalled, and drops what another one has", () => {
    const { session, drafts } = openPage();
    session.begin("42");
    drafts.subscribe("7", none);
    drafts.set("7", "42", "topic", " ");
    drafts.recall("7", "42");
    expect(drafts.read("7")).toEqual({ owner: "42", values: new Map([["topic", " "]]) });
    session.begin("43");
    drafts.recall("7", "43");
    expect(drafts.read("7")).toEqual({ owner: "43", values: new Map() });
  });

  it("begins with the stored values when something is typed before they are recalled", () => {
    const { drafts } = openPage();
    const leave = drafts.subscribe("7", none);
    drafts.set("7", null, "topic", "tea");
    leave();
    expect(drafts.read("7")).toBe(NO_DRAFT);
    drafts.subscribe("7", none);
    drafts.set("7", null, "length", "short");
    expect([...drafts.read("7").values]).toEqual([
      ["topic", "tea"],
      ["length", "short"],
    ]);
  });
});
