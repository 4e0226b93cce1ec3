import { readFileSync } from "node:fs";

/** The CPU time of this thread so far in milliseconds; the wall-clock time where the system does not provide it. */
function threadClock(): number {
  try {
    const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}

/** How long `work` kept this thread busy, in milliseconds: at least as long as it blocked the event loop. */
export async function threadTime(work: () => Promise<unknown>): Promise<number> {
  const began = threadClock();
  await work();
  return threadClock() - began;
}

/**
 * Like `threadTime`, for repeatable work. Other programs do not count; garbage collection does, but hardly in each of three
 * attempts.
 */
export async function leastThreadTime(work: () => Promise<unknown>, limit: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > limit; tries++) least = Math.min(least, await threadTime(work));
  return least;
}
