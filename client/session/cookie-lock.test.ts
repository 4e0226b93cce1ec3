import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { COOKIE_LOCK, sendMutation } from "./cookie-lock";
import { refreshCookies } from "./refresh";

type Work = () => Promise<unknown>;

/** The locks of a browser: who has one, and who waits, in their order. */
class FakeLocks {
  isDenied = false;
  private readonly held: LockMode[] = [];
  private readonly waiting: { mode: LockMode; take(): void }[] = [];

  request(name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> {
    const work = rest.at(-1) as Work;
    const { mode = "exclusive" } = rest.length > 1 ? (rest[0] as LockOptions) : {};
    if (this.isDenied) return Promise.reject(new DOMException("denied", "SecurityError"));
    expect(name).toBe(COOKIE_LOCK);
    return new Promise((resolve, reject) => {
      const end = () => {
        this.held.splice(this.held.indexOf(mode), 1);
        this.pass();
      };
      this.waiting.push({ mode, take: () => void work().finally(end).then(resolve, reject) });
      this.pass();
    });
  }

  private pass(): void {
    const [next] = this.waiting;
    if (!next || (this.held.length > 0 && (next.mode === "exclusive" || this.held.includes("exclusive")))) return;
    this.waiting.shift();
    this.held.push(next.mode);
    next.take();
    this.pass();
  }
}

let locks: FakeLocks;
let browser: FakeBrowser;
/** What reaches the server, in its order. */
let requests: string[];

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeBrowser();
  locks = new FakeLocks();
  requests = [];
  vi.stubGlobal("navigator", { locks });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const soon = () => vi.advanceTimersByTimeAsync(0);

/** A request that is answered when the test says so. */
function held(name: string) {
  let resolve: (response: Response) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Response>((...ends) => ([resolve, reject] = ends));
  const send = () => {
    requests.push(name);
    return promise;
  };
  return {
    send,
    fail: (reason: unknown) => reject(reason),
    answer: (status = 200) => resolve(new Response(null, { status })),
  };
}

const refresh = () => refreshCookies("", "key", () => "42 1");

it("a refresh waits for the mutations of all tabs: their answers may bring new cookies, which its refusal would delete", async () => {
  const [one, other] = [held("one"), held("other")];
  const renewal = held("refresh");
  vi.stubGlobal("fetch", renewal.send);
  const answers = [sendMutation("", one.send), sendMutation("", other.send)];
  const refreshed = refresh();
  await soon();
  expect(requests).toEqual(["one", "other"]);
  one.answer();
  await soon();
  expect(requests).toEqual(["one", "other"]);
  other.answer();
  renewal.answer(204);
  expect(await refreshed).toBe("renewed");
  expect(requests).toEqual(["one", "other", "refresh"]);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});

it("a mutation waits for a refresh", async () => {
  const [mutation, renewal] = [held("mutation"), held("refresh")];
  vi.stubGlobal("fetch", renewal.send);
  const refreshed = refresh();
  const answer = sendMutation("", mutation.send);
  await soon();
  expect(requests).toEqual(["refresh"]);
  renewal.answer(401);
  expect(await refreshed).toBe("refused");
  mutation.answer();
  expect((await answer).ok).toBe(true);
  expect(requests).toEqual(["refresh", "mutation"]);
});

it("a refresh waits no longer than ten seconds for a mutation without an answer", async () => {
  const [mutation, renewal] = [held("mutation"), held("refresh")];
  vi.stubGlobal("fetch", renewal.send);
  const answer = sendMutation("", mutation.send);
  const refreshed = refresh();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(requests).toEqual(["mutation"]);
  await vi.advanceTimersByTimeAsync(200);
  renewal.answer(204);
  expect(await refreshed).toBe("renewed");
  mutation.answer();
  expect((await answer).ok).toBe(true);
});

it("a mutation that fails says so, is sent once, and lets the refresh go on", async () => {
  const [mutation, renewal] = [held("mutation"), held("refresh")];
  vi.stubGlobal("fetch", renewal.send);
  const answer = sendMutation("", mutation.send);
  const refreshed = refresh();
  mutation.fail(new TypeError("Failed to fetch"));
  await expect(answer).rejects.toThrow("Failed to fetch");
  renewal.answer(204);
  expect(await refreshed).toBe("renewed");
  expect(requests).toEqual(["mutation", "refresh"]);
});

it.each([
  ["there are no locks, as in an insecure context", () => vi.stubGlobal("navigator", {})],
  ["the browser denies locks", () => (locks.isDenied = true)],
])("where %s, a mutation is sent at once", async (_where, prepare) => {
  prepare();
  const mutation = held("mutation");
  const answer = sendMutation("", mutation.send);
  mutation.answer();
  expect((await answer).ok).toBe(true);
  expect([requests, browser.kept.size]).toEqual([["mutation"], 0]);
});
