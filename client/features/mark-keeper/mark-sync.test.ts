import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NotDoneError } from "../../session/send-as";
import { Session } from "../../session/session";
import { FakeBrowser } from "../../testing/fake-browser";
import { favoriteMarks } from "../favorite";
import { marksOf } from "../marks";
import { MarkSync } from "./mark-sync";

beforeEach(() => {
  new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Lets everything happen that waits for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A member's page with hearts, and a server whose answers the test gives. */
function openPage(account: string | null = "42") {
  const session = new Session("");
  if (account !== null) session.begin(account);
  const marks = favoriteMarks(session);
  const writes: { id: string; wanted: boolean; accept(): void; refuse(): void; lose(): void }[] = [];
  const loads: { ids: readonly string[]; answer(marks: Record<string, boolean>): void; fail(): void }[] = [];
  const failures: boolean[] = [];
  /** Whether what is reported has not been done, for sure. */
  const isNotDone: boolean[] = [];
  const sync = new MarkSync<boolean>(
    marks,
    {
      write: (id, wanted) =>
        new Promise((resolve, reject) => {
          writes.push({
            id,
            wanted,
            accept: () => resolve(wanted),
            refuse: () => reject(new Error("refused")),
            lose: () => reject(new TypeError("lost")),
          });
        }),
      load: (ids) =>
        new Promise((resolve, reject) => {
          loads.push({
            ids,
            answer: (found) => resolve(new Map(Object.entries(found))),
            fail: () => reject(new TypeError("offline")),
          });
        }),
      isSame: (one, other) => one === other,
      isLost: (error) => error instanceof TypeError,
      onFailure: (error, wanted) => {
        failures.push(wanted);
        isNotDone.push(error instanceof NotDoneError);
      },
    },
    session.account,
  );
  marks.attach(sync);
  session.subscribe(() => sync.changeAccount(session.account));
  const press = async (id: string, wanted: boolean) => {
    marks.press(id, wanted, !wanted);
    await settle();
  };
  return { session, marks, sync, writes, loads, failures, isNotDone, press };
}

describe("a pressed heart", () => {
  it("shows at once, and what the server refuses is taken back, reported and asked for", async () => {
    const { marks, writes, loads, failures, press } = openPage();
    await press("7", true);
    expect([marks.get("7"), writes.length]).toEqual([true, 1]);
    writes[0]?.refuse();
    await settle();
    expect([marks.get("7"), failures, loads.map(({ ids }) => ids)]).toEqual([false, [true], [["7"]]]);
  });

  it("of two presses while the server is slow, the last one counts", async () => {
    const { marks, writes, failures, press } = openPage();
    await press("7", true);
    await press("7", false);
    expect(writes.map(({ wanted }) => wanted)).toEqual([true]);
    writes[0]?.accept();
    await settle();
    expect(writes.map(({ wanted }) => wanted)).toEqual([true, false]);
    writes[1]?.accept();
    await settle();
    expect([marks.get("7"), failures]).toEqual([false, []]);
  });

  it("of three presses only what differs is sent", async () => {
    const { marks, writes, press } = openPage();
    await press("7", true);
    await press("7", false);
    await press("7", true);
    writes[0]?.accept();
    await settle();
    expect([marks.get("7"), writes.length]).toEqual([true, 1]);
  });

  it("whose answer got lost is said again if something else is wanted by now", async () => {
    const { marks, writes, failures, press } = openPage();
    await press("7", true);
    await press("7", false);
    writes[0]?.refuse();
    await settle();
    expect(writes.map(({ wanted }) => wanted)).toEqual([true, false]);
    writes[1]?.accept();
    await settle();
    expect([marks.get("7"), failures]).toEqual([false, []]);
  });

  it("whose answer got lost is asked for: what was done is no failure, and what was not is told as such", async () => {
    const { marks, writes, loads, failures, isNotDone, press } = openPage();
    await press("7", true);
    writes[0]?.lose();
    await settle();
    expect([marks.get("7"), failures, loads.map(({ ids }) => ids)]).toEqual([true, [], [["7"]]]);
    loads[0]?.answer({ 7: true });
    await settle();
    expect([marks.get("7"), failures, writes.length]).toEqual([true, [], 1]);

    await press("8", true);
    writes[1]?.lose();
    await settle();
    loads[1]?.answer({ 8: false });
    await settle();
    expect([marks.get("8"), failures, isNotDone]).toEqual([false, [true], [true]]);
  });

  it("whose answer got lost goes back if nobody can be asked, and it is not said that it was not done", async () => {
    const { marks, writes, loads, failures, isNotDone, press } = openPage();
    await press("7", true);
    writes[0]?.lose();
    await settle();
    loads[0]?.fail();
    await settle();
    expect([marks.get("7"), failures, isNotDone]).toEqual([false, [true], [false]]);
  });

  it("pressed again while a lost answer is asked for is said again, if the server has something else", async () => {
    const { marks, writes, loads, failures, press } = openPage();
    await press("7", true);
    writes[0]?.lose();
    await settle();
    await press("7", false);
    loads[0]?.answer({ 7: true });
    await settle();
    expect(writes.map(({ wanted }) => wanted)).toEqual([true, false]);
    writes[1]?.accept();
    await settle();
    expect([marks.get("7"), failures]).toEqual([false, []]);
  });

  it("waits for the one before, also for moves", async () => {
    const { sync, writes, press } = openPage();
    const move = vi.fn(() => Promise.resolve());
    await press("7", true);
    const moved = sync.run(move);
    await press("8", true);
    expect([writes.length, move.mock.calls.length]).toEqual([1, 0]);
    writes[0]?.refuse();
    await moved;
    await settle();
    expect([writes.map(({ id }) => id), move.mock.calls.length]).toEqual([["7", "8"], 1]);
  });

  it("is not undone by an answer from before it, while it is sent or afterwards", async () => {
    const { marks, sync, writes, loads, press } = openPage();
    marks.show("7");
    void sync.reload();
    await press("7", true);
    void sync.reload();
    loads.at(-1)?.answer({ 7: false });
    await settle();
    expect(marks.get("7")).toBe(true);
    writes[0]?.accept();
    await settle();
    loads[0]?.answer({ 7: false });
    await settle();
    expect(marks.get("7")).toBe(true);
    void sync.reload();
    loads.at(-1)?.answer({ 7: false });
    await settle();
    expect(marks.get("7")).toBe(false);
  });
});

describe("a mark with more than what is wanted", () => {
  it("is what the server answers, not what was pressed", async () => {
    const session = new Session("");
    session.begin("42");
    const marks = marksOf(session).vote;
    const written: string[] = [];
    const sync = new MarkSync(
      marks,
      {
        load: () => Promise.resolve(new Map([["7", { vote: "DOWN" as const, others: 20 }]])),
        write: (_, { vote }) => {
          written.push(vote);
          return Promise.resolve({ vote, others: 5 });
        },
        isSame: (one, other) => one.vote === other.vote,
        isLost: () => false,
        onFailure: (error) => {
          throw error;
        },
      },
      "42",
    );
    marks.attach(sync);
    const unknown = { vote: "NONE", others: null } as const;
    // Before the page knows it, each press is said, also what would change nothing.
    marks.press("7", { vote: "UP", others: null }, unknown);
    marks.press("7", unknown, unknown);
    await settle();
    expect([written, marks.get("7")]).toEqual([["NONE"], { vote: "NONE", others: 5 }]);
    // Now it is known: what is taken back before it was sent is not sent.
    marks.press("7", { vote: "UP", others: 5 }, unknown);
    marks.press("7", { vote: "NONE", others: 5 }, unknown);
    await settle();
    expect(written).toEqual(["NONE"]);
    marks.show("7");
    await sync.reload();
    expect(marks.get("7")).toEqual({ vote: "DOWN", others: 20 });
  });
});

describe("marks", () => {
  it("are asked for together, and an older answer never replaces a newer one", async () => {
    const { marks, sync, loads } = openPage();
    marks.show("7");
    marks.show("8");
    await settle();
    expect(loads.map(({ ids }) => ids)).toEqual([["7", "8"]]);
    void sync.reload();
    loads[1]?.answer({ 7: true, 8: false });
    await settle();
    loads[0]?.answer({ 7: false, 8: true });
    await settle();
    expect([marks.get("7"), marks.get("8")]).toEqual([true, false]);
  });

  it("stay as they are if they cannot be loaded", async () => {
    const { marks, sync, loads } = openPage();
    marks.show("7");
    marks.set("7", true);
    void sync.reload();
    loads.at(-1)?.fail();
    await settle();
    expect(marks.get("7")).toBe(true);
  });
});

it("a visitor who has signed in gets the marks of the prompts on the page", async () => {
  const { session, marks, loads } = openPage(null);
  marks.show("7");
  await settle();
  expect(loads).toEqual([]);
  session.begin("42");
  loads[0]?.answer({ 7: true });
  await settle();
  expect(marks.get("7")).toBe(true);
});
