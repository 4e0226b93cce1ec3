import { Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { Gate } from "./gate";

/** Requests that all last until they may end, and how many of them are under way. */
function heldGate() {
  const gate = new Gate(60_000);
  let underWay = 0;
  let release: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  const work = async () => {
    underWay += 1;
    await hold;
    underWay -= 1;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    release,
    settled,
    underWay: () => underWay,
    ask: (address: string) => gate.passAddress(address, work),
    askAs: (userId: string) => gate.passAccount(userId, work),
  };
}

const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask);

describe("the gate", () => {
  test("lets four requests of an address begin, and those that wait when these have ended", async () => {
    const { ask, underWay, settled, release } = heldGate();
    const all = times(20, () => ask("192.0.2.1"));
    await settled();
    expect(underWay()).toBe(4);
    const stranger = ask("192.0.2.2");
    await settled();
    expect(underWay()).toBe(5);
    release();
    await Promise.all([...all, stranger]);
    expect(underWay()).toBe(0);
  });

  test("refuses whom 100 of the same address wait before, and nobody else", async () => {
    const { ask, release } = heldGate();
    const all = times(104, () => ask("192.0.2.1"));
    await expect(ask("192.0.2.1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const stranger = ask("192.0.2.2");
    release();
    await Promise.all([...all, stranger]);
    await expect(ask("192.0.2.1")).resolves.toBeUndefined();
  });

  test("lets five requests of all networks of one customer begin", async () => {
    const { ask, underWay, settled, release } = heldGate();
    const all = [1, 2, 3, 4].flatMap((network) => times(4, () => ask(`2001:db8:1:${String(network)}::1`)));
    await settled();
    expect(underWay()).toBe(5);
    release();
    await Promise.all(all);
  });

  test("lets four requests of a member begin, wherever they come from", async () => {
    const { askAs, underWay, settled, release } = heldGate();
    const all = times(9, () => askAs("1"));
    const another = askAs("2");
    await settled();
    expect(underWay()).toBe(5);
    release();
    await Promise.all([...all, another]);
  });

  test("goes on after what failed", async () => {
    const gate = new Gate(60_000);
    const failing = () => gate.passAddress("192.0.2.1", () => Promise.reject(new Error("no")));
    for (const failed of await Promise.allSettled(times(9, failing))) expect(failed.status).toBe("rejected");
    expect(await gate.passAddress("192.0.2.1", () => Promise.resolve("yes"))).toBe("yes");
  });

  test("holds a place until the answer has left, or its time to do so is over", async () => {
    const gate = new Gate(50);
    const begun: number[] = [];
    /** An answer that is read, or never is. */
    const rawOf = (reads: boolean) =>
      new Writable({
        write: (_chunk, _encoding, taken) => {
          if (reads) taken();
        },
      });
    const ask = async (number: number, raw: Writable) => {
      await gate.passRequest({ ip: "192.0.2.1" } as FastifyRequest, { raw } as unknown as FastifyReply, () => {
        begun.push(number);
        raw.end("answer");
        return Promise.resolve();
      });
      return [raw.writableFinished, raw.destroyed];
    };
    const unread = [0, 1, 2, 3].map((number) => ask(number, rawOf(false)));
    const waiting = ask(4, rawOf(true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1, 2, 3]);
    expect((await waiting)[0]).toBe(true);
    expect(await Promise.all(unread)).toEqual(unread.map(() => [false, true]));
  });
});
