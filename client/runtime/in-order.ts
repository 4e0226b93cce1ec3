import type { ApolloLink } from "@apollo/client";
import { finalize, mergeMap, type Observable } from "rxjs";
import type { Deliver } from "./browser-client";

/** Longer than an answer takes on a slow line: one that has not come by then may never come. */
const MAX_WAIT_MS = 10_000;

/**
 * Holds answers back until those to earlier operations have come, or have failed, or were sent ten seconds ago. An
 * answer that comes after a later one has been delivered is an error. All operations are sent at once.
 */
export function inOrder(): Deliver {
  let last: Promise<unknown> = Promise.resolve();
  let sent = 0;
  let delivered = 0;
  return (answers: Observable<ApolloLink.Result>) => {
    const number = ++sent;
    const earlier = last;
    let settle = () => {};
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const limit = setTimeout(settle, MAX_WAIT_MS);
    last = earlier.then(() => settled);
    return answers.pipe(
      mergeMap(async (answer) => {
        await earlier;
        if (number < delivered) throw new TypeError("A later answer has been delivered.");
        delivered = number;
        return answer;
      }),
      finalize(() => {
        clearTimeout(limit);
        settle();
      }),
    );
  };
}

/**
 * The context of operations whose answers are delivered in the order in which they were sent. Each says what the server knew when it
 * answered: a late one would bring back what an answer to a later question has replaced. None shares the answer to an earlier one.
 */
export const IN_ORDER = { deliver: inOrder(), queryDeduplication: false } as const;
