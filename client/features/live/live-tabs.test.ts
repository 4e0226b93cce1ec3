import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
import type { LiveEvent, Topic } from "./live-stream";
import { LiveTabs } from "./live-tabs";

interface FakeStream {
  topics: readonly Topic[];
  isOpen: boolean;
  onEvent(event: LiveEvent): void;
  onOpen(): void;
}

/** The streams that were opened, also those that are closed by now. */
const streams = vi.hoisted(() => [] as FakeStream[]);

vi.mock("./live-stream", async (original) => ({
  ...(await original()),
  openLiveStream: (options: Omit<FakeStream, "isOpen">) => {
    const stream: FakeStream = { ...options, isOpen: false };
    streams.push(stream);
    return Object.assign(stream, { close: () => (stream.isOpen = false) });
  },
}));

function open(stream: FakeStream | undefined): void {
  if (!stream) throw new Error("There is no stream.");
  stream.isOpen = true;
  stream.onOpen();
}

type Grant = () => Promise<void> | undefined;

/** The locks of a browser: who has it, and who waits. */
class FakeLocks {
  requests = 0;
  isDenied = false;
  private holder: { reject(reason: unknown): void } | undefined;
  private readonly waiting: (() => void)[] = [];

  request(_name: string, { steal = false, signal }: LockOptions, grant: Grant): Promise<void> {
    this.requests += 1;
    if (this.isDenied) return Promise.reject(new DOMException("denied", "SecurityError"));
    return new Promise((resolve, reject) => {
      const take = () => {
        if (signal?.aborted) {
          this.pass();
          return;
        }
        const own = { reject };
        this.holder = own;
        void Promise.resolve(grant()).then(() => {
          resolve();
          if (this.holder === own) this.pass();
        });
      };
      if (!this.holder) take();
      else if (steal) {
        this.holder.reject(new DOMException("stolen", "AbortError"));
        take();
      } else this.waiting.push(take);
    });
  }

  private pass(): void {
    this.holder = undefined;
    this.waiting.shift()?.();
  }
}

/** Delivers at once. */
class FakeChannel extends EventTarget {
  static readonly all = new Set<FakeChannel>();

  constructor() {
    super();
    FakeChannel.all.add(this);
  }

  postMessage(data: unknown): void {
    for (const channel of FakeChannel.all)
      if (channel !== this) channel.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  close(): void {
    FakeChannel.all.delete(this);
  }
}

let locks: FakeLocks;

beforeEach(() => {
  vi.useFakeTimers();
  locks = new FakeLocks();
  streams.length = 0;
  FakeChannel.all.clear();
  new FakeBrowser();
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const GATHERED = 300;

/** @returns the kinds of events that a listener for the topic is told */
function listen(tab: LiveTabs, topic: Topic): string[] {
  const told: string[] = [];
  tab.subscribe(topic, ({ kind }) => told.push(kind));
  return told;
}

function openTab(): { tab: LiveTabs; leave(): void } {
  const window = Object.assign(new EventTarget(), { BroadcastChannel: FakeChannel });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  return { tab: new LiveTabs(new Session("")), leave: () => window.dispatchEvent(new Event("pagehide")) };
}

it("asks what was missed once the stream is open, and not before", async () => {
  const told = listen(openTab().tab, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([streams.length, told]).toEqual([1, []]);
  open(streams[0]);
  expect(told).toEqual(["EVENTS_MISSED"]);
});

it("each listener asks once, when the stream covers it", async () => {
  const [one, two] = [openTab().tab, openTab().tab];
  const first = listen(one, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  open(streams[0]);
  const [elsewhere, same] = [listen(two, "prompt 7"), listen(two, "feedback")];
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([streams.length, elsewhere, same]).toEqual([2, [], []]);
  open(streams[1]);
  expect([first, elsewhere, same]).toEqual([["EVENTS_MISSED"], ["EVENTS_MISSED"], ["EVENTS_MISSED"]]);
  const late = listen(two, "prompt 7");
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([streams.length, first.length, late]).toEqual([2, 1, ["EVENTS_MISSED"]]);
});

it("who takes over asks for all tabs once its stream is open", async () => {
  const [one, two, three] = [openTab(), openTab(), openTab()];
  const told = [one, two, three].map(({ tab }) => listen(tab, "feedback"));
  await vi.advanceTimersByTimeAsync(GATHERED);
  open(streams[0]);
  one.leave();
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([streams.length, told.map(({ length }) => length)]).toEqual([2, [1, 1, 1]]);
  open(streams[1]);
  expect(told.map(({ length }) => length)).toEqual([1, 2, 2]);
});

it("everybody asks again if the stream that is replaced was not open", async () => {
  const { tab } = openTab();
  const told = listen(tab, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  open(streams[0]);
  if (streams[0]) streams[0].isOpen = false;
  listen(tab, "prompt 7");
  await vi.advanceTimersByTimeAsync(GATHERED);
  open(streams[1]);
  expect(told).toEqual(["EVENTS_MISSED", "EVENTS_MISSED"]);
});

it("a lock that was taken is asked for again", async () => {
  listen(openTab().tab, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  open(streams[0]);
  void locks.request("", { steal: true }, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([streams[0]?.isOpen, locks.requests]).toEqual([false, 3]);
});

it("where the browser denies locks, it asks now and then, and does not ask for the lock again and again", async () => {
  locks.isDenied = true;
  const { tab } = openTab();
  const told = listen(tab, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([locks.requests, told]).toEqual([1, ["EVENTS_MISSED"]]);
  const late = listen(tab, "prompt 7");
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([told.length, late]).toEqual([1, ["EVENTS_MISSED"]]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect([locks.requests, streams.length]).toEqual([1, 0]);
  expect([told.length, late.length]).toEqual([2, 2]);
});

it("with more prompts than the server takes, feedback is not cut off, and the stream follows when there is room", async () => {
  const many = openTab();
  for (let id = 1; id <= 50; id++) listen(many.tab, `prompt ${String(id)}`);
  const { tab } = openTab();
  listen(tab, "prompt 51");
  listen(tab, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([streams.at(-1)?.topics.length, streams.at(-1)?.topics[0]]).toEqual([51, "feedback"]);
  expect(streams.at(-1)?.topics).not.toContain("prompt 51");
  many.leave();
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect(streams.at(-1)?.topics).toEqual(["feedback", "prompt 51"]);
});

it("what no tab of this release says is ignored", async () => {
  const told = listen(openTab().tab, "feedback");
  await vi.advanceTimersByTimeAsync(GATHERED);
  open(streams[0]);
  const channel = new FakeChannel();
  const errors: unknown[] = [];
  const hear = (error: unknown) => errors.push(error);
  process.on("uncaughtException", hear);
  const event = { kind: "COMMENT_ADDED", promptId: null, commentId: "1" };
  const messages = [
    ...[null, undefined, 7, "want", [], {}, { type: "elect" }],
    ...[
      { type: "want" },
      { type: "want", tab: "x" },
      { type: "want", tab: 1, topics: ["prompt 7"] },
      { type: "leave" },
    ],
    ...[["prompt x"], [null], ["news"], "feedback", {}].map((topics) => ({ type: "want", tab: "x", topics })),
    ...[{ type: "open" }, { type: "open", topics: [1] }, { type: "event" }, { type: "event", event: null }],
    ...[{ kind: "COMMENT_ADDED" }, { ...event, kind: "PROMPT_ADDED" }, { ...event, promptId: 7 }].map((wrong) => ({
      type: "event",
      event: wrong,
    })),
  ];
  for (const message of messages) channel.postMessage(message);
  await vi.advanceTimersByTimeAsync(GATHERED);
  process.off("uncaughtException", hear);
  expect([errors, streams.length, told]).toEqual([[], 1, ["EVENTS_MISSED"]]);
  channel.postMessage({ type: "event", event });
  channel.postMessage({ type: "want", tab: "x", topics: ["prompt 7"] });
  await vi.advanceTimersByTimeAsync(GATHERED);
  expect([told, streams.at(-1)?.topics]).toEqual([
    ["EVENTS_MISSED", "COMMENT_ADDED"],
    ["feedback", "prompt 7"],
  ]);
});
