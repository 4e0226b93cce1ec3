import type { FastifyBaseLogger } from "fastify";

/** Work that continues after its request has been answered. */
const inProgress = new Set<Promise<unknown>>();
let logger: Pick<FastifyBaseLogger, "error"> | undefined;

/** @param errorLogger logs failures that no caller is waiting for any more */
export function logBackgroundErrors(errorLogger: Pick<FastifyBaseLogger, "error">): void {
  logger = errorLogger;
}

/**
 * Answers after `durationMs`, however long the work takes, so that the response time reveals nothing about the work.
 * @throws what the work throws within that time; a later failure is logged
 */
export async function answerAfter(durationMs: number, work: () => Promise<void>): Promise<void> {
  let isAnswered = false;
  const working = work();
  const settled = working
    .catch((err: unknown) => {
      if (isAnswered) logger?.error({ err }, "Work after an answer failed");
    })
    .finally(() => inProgress.delete(settled));
  inProgress.add(settled);
  const answerTime = delay(durationMs);
  try {
    await Promise.race([working.then(() => answerTime), answerTime]);
  } finally {
    isAnswered = true;
  }
}

/** Resolves when all work in progress has ended. */
export async function backgroundWorkEnded(): Promise<void> {
  await Promise.all(inProgress);
}

/** Unlike that of node:timers/promises, it obeys the fake timers of tests. */
function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
