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

/**
 * Like `threadTime`, for repeatable work, in milliseconds of a machine of ordinary speed: on a slower one, such as a shared
 * host at a busy hour, they are fewer than the clock's. Other programs do not count; garbage collection and compilation do,
 * but hardly in each of five attempts.
 */
export async function leastThreadTime(work: () => Promise<unknown>, limit: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 5 && least > limit; tries++) {
    const time = await threadTime(work);
    least = Math.min(least, time > limit ? time / (await slowness()) : time);
  }
  return least;
}

/** What `ordinaryWork` takes on the machine that the limits of the tests were chosen on. */
const ORDINARY_MS = 28;

/** How many times slower than ordinary this thread is at the moment; 1 where it is faster. */
async function slowness(): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 3; tries++) least = Math.min(least, await threadTime(ordinaryWork));
  return Math.max(1, least / ORDINARY_MS);
}

/** The kind of work that requests are: texts that are normalized, split and sorted. */
function ordinaryWork(): Promise<void> {
  const text = "a\u0323\u0307\u0301 Straße ﬁ ".repeat(500);
  for (let times = 0; times < 40; times++)
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, " ")
      .split(" ")
      .sort();
  return Promise.resolve();
}
