import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
import { FakeEventSource } from "../../testing/fake-event-source";
import { LiveEvents } from "./live-events";

const ADDED = { kind: "COMMENT_ADDED", promptId: "7", commentId: "c1" } as const;
const NOTIFIED = { kind: "NOTIFICATIONS_CHANGED", promptId: null, commentId: null } as const;

let page: EventTarget & { visibilityState: DocumentVisibilityState };
let events: LiveEvents;

beforeEach(() => {
  vi.useFakeTimers();
  new FakeBrowser();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" as const, documentElement });
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", new URL("https://prompts.example/en/"));
  vi.stubGlobal("EventSource", FakeEventSource);
  FakeEventSource.all = [];
  const session = new Session("");
  session.begin("42");
  events = new LiveEvents(session);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const documentElement = { getAttribute: () => null, setAttribute: () => {}, removeAttribute: () => {} };
const current = () => FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
const variables = () =>
  current().map(({ url }) => JSON.parse(new URL(url).searchParams.get("variables") ?? "") as unknown);
const show = (visibilityState: DocumentVisibilityState) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
};

it("has one stream for all topics, and passes each event to those that wait for it", () => {
  const [comments, bell] = [vi.fn(), vi.fn()];
  const stop = events.subscribe("prompt 7", comments);
  events.subscribe("notifications", bell);
  expect(variables()).toEqual([{ prompts: ["7"], feedback: false, notifications: true }]);
  current()[0]?.open();
  for (const told of [comments, bell])
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ kind: "EVENTS_MISSED" }));
  current()[0]?.tell(ADDED);
  current()[0]?.tell(NOTIFIED);
  expect(comments.mock.calls.slice(1)).toEqual([[ADDED]]);
  expect(bell.mock.calls.slice(1)).toEqual([[NOTIFIED]]);
  stop();
  expect(variables()).toEqual([{ prompts: [], feedback: false, notifications: true }]);
});

it("lets who comes later to a topic ask, without another stream", () => {
  events.subscribe("notifications", vi.fn());
  current()[0]?.open();
  const list = vi.fn();
  events.subscribe("notifications", list);
  expect(list).toHaveBeenCalledOnce();
  expect(FakeEventSource.all).toHaveLength(1);
});

it("has none while the tab is hidden, and asks for what was missed when it is shown again", () => {
  const bell = vi.fn();
  events.subscribe("notifications", bell);
  current()[0]?.open();
  show("hidden");
  expect(current()).toEqual([]);
  show("visible");
  current()[0]?.open();
  expect(bell).toHaveBeenCalledTimes(2);
});

it("has none for what nobody waits for, nor for the notifications of a visitor", () => {
  localStorage.clear();
  const visitor = new LiveEvents(new Session(""));
  visitor.subscribe("notifications", vi.fn());
  expect(FakeEventSource.all).toEqual([]);
  visitor.subscribe("feedback", vi.fn())();
  expect(current()).toEqual([]);
});

it("leaves a broken connection to the browser, and asks again for one that was refused, whose listeners ask once", () => {
  const bell = vi.fn();
  events.subscribe("notifications", bell);
  current()[0]?.open();
  current()[0]?.breakOff();
  expect(FakeEventSource.all).toHaveLength(1);
  current()[0]?.refuse();
  expect(bell).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(FakeEventSource.all).toHaveLength(2);
  current()[0]?.refuse();
  expect(bell).toHaveBeenCalledTimes(2);
  show("hidden");
  vi.advanceTimersByTime(600_000);
  expect(FakeEventSource.all).toHaveLength(2);
});
