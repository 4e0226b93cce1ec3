import type { FastifyBaseLogger } from "fastify";
import pLimit from "p-limit";

/** When work begins, after its request has been answered. */
const MAX_DELAY_MS = 1000;
/** More at once would wait for one another, for instance for the same account, and their load would show from outside. */
const concurrently = pLimit(2);

/** Starts work that is due later. */
const due = new Set<() => void>();
const inProgress = new Set<Promise<void>>();
let logger: Pick<FastifyBaseLogger, "error"> | undefined;

/** @param errorLogger logs failures, of which no caller hears any more */
export function logBackgroundErrors(errorLogger: Pick<FastifyBaseLogger, "error">): void {
  logger = errorLogger;
}

/**
 * Does work at a random moment of the second that follows: after the request has been answered, so that neither the response time
 * nor the load meanwhile reveals anything about it. A failure is logged. Work that has not ended is lost if the process is killed.
 */
export function doLater(work: () => Promise<void>): void {
  const start = () => {
    clearTimeout(timer);
    due.delete(start);
    const working = concurrently(work)
      .catch((err: unknown) => logger?.error({ err }, "Work after an answer failed"))
      .finally(() => inProgress.delete(working));
    inProgress.add(working);
  };
  due.add(start);
  const timer = setTimeout(start, Math.random() * MAX_DELAY_MS);
}

/** Starts what is due, and resolves when all of it has ended. */
export async function backgroundWorkEnded(): Promise<void> {
  while (due.size + inProgress.size > 0) {
    for (const start of due) start();
    await Promise.all(inProgress);
  }
}
