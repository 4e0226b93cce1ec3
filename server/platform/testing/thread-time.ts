import { readFileSync } from "node:fs";

/** The CPU time of this thread so far in milliseconds; that of the process where the system does not tell. */
function threadClock(): number {
  try {
    const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** How long `work` kept this thread busy, in milliseconds: at least as long as it blocked the event loop. */
export async function threadTime(work: () => Promise<unknown>): Promise<number> {
  const began = threadClock();
  await work();
  return threadClock() - began;
}

/** A kind of work that requests are, and what it takes on the machine that the limits of the tests were chosen on. */
interface OrdinaryWork {
  work: () => Promise<void>;
  ordinaryMs: number;
}

/** Texts that are normalized, split and sorted. */
const TEXTS: OrdinaryWork = {
  ordinaryMs: 28,
  work() {
    const text = "a\u0323\u0307\u0301 Straße ﬁ ".repeat(500);
    for (let times = 0; times < 40; times++)
      text
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}]+/gu, " ")
        .split(" ")
        .sort();
    return Promise.resolve();
  },
};

/** Objects that become JSON: beside other programs, memory may be slow where the processor is not. */
export const OBJECTS: OrdinaryWork = {
  ordinaryMs: 35,
  work() {
    for (let times = 0; times < 8; times++) {
      const objects = Array.from({ length: 3000 }, (_, index) => ({
        name: `field ${String(index)}`,
        type: { kind: "OBJECT", ofType: null },
        args: [index],
      }));
      JSON.parse(JSON.stringify(objects));
    }
    return Promise.resolve();
  },
};

/**
 * Like `threadTime`, for repeatable work, in milliseconds of a machine of ordinary speed: on a slower one, such as a shared
 * host at a busy hour, they are fewer than the clock's. Other programs do not count; garbage collection and compilation do,
 * but hardly in each of five attempts.
 * @param kind what the work is like
 */
export async function leastThreadTime(work: () => Promise<unknown>, limit: number, kind = TEXTS): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 5 && least > limit; tries++) {
    const time = await threadTime(work);
    least = Math.min(least, time > limit ? time / (await slowness(kind)) : time);
  }
  return least;
}

/** How many times slower than ordinary this thread is at the moment; 1 where it is faster. */
async function slowness({ work, ordinaryMs }: OrdinaryWork): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 3; tries++) least = Math.min(least, await threadTime(work));
  return Math.max(1, least / ordinaryMs);
}
