import { readFileSync } from "node:fs";

/** The processor's time of this thread so far, in milliseconds; by the clock where the system does not tell. */
function threadClock(): number {
  try {
    const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}

/** How long `work` kept this thread busy, in milliseconds: at least as long as it held up the event loop. */
export async function threadTime(work: () => Promise<unknown>): Promise<number> {
  const began = threadClock();
  await work();
  return threadClock() - began;
}

/**
 * The same of work that can be done again. Other programs cost no time of this thread; a collection of garbage may, but not in
 * each of three tries.
 */
export async function leastThreadTime(work: () => Promise<unknown>, limit: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > limit; tries++) least = Math.min(least, await threadTime(work));
  return least;
}
