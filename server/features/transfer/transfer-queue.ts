import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";

const RETRY_AFTER_SECONDS = 10;
/** Browsers send an upload again at once when its connection breaks off, before the former one is known to have ended. */
const PATIENCE_MS = 3000;
/** As many texts as fit are imported within a few seconds; 130,000 short ones fit into the largest file. */
const SMALL_BYTES = 1024 * 1024;

/** How many arrive or are sent for each one that waits or works. They cost only room on the disk, and may be slow. */
const UNDER_WAY_FACTOR = 8;

/**
 * The transfers of this process: few at a time work on the database, large ones never all of them, and each session or token has one. Not each account: whoever has
 * stolen a session could keep the owner from theirs. Files that arrive or are sent slowly take no places from those that are complete.
 */
export class TransferQueue {
  /** By session or token; each resolves when it has ended. */
  private readonly underWay = new Map<string, Promise<void>>();
  private waiting = 0;
  private readonly working;
  /** One fewer than work at once: small transfers never wait for large ones alone. */
  private readonly large;

  constructor(
    /** How many wait and work. */
    private readonly capacity: number,
    atOnce: number,
    /** How long a transfer waits for a former one of the same session or token to end. */
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.working = pLimit(atOnce);
    this.large = pLimit(Math.max(1, atOnce - 1));
  }

  /** @returns a function that leaves the queue @throws UNAUTHENTICATED, SERVICE_UNAVAILABLE if too many are under way, or one of the session or token */
  async enter(actor: Actor): Promise<() => void> {
    if (actor.kind === "visitor") throw new DomainError("UNAUTHENTICATED", "Sign in first.");
    const id = actor.kind === "session" ? actor.sessionId : actor.tokenId;
    const former = this.underWay.get(id);
    if (former) await Promise.race([former, delay(this.patienceMs, undefined, { ref: false })]);
    if (this.underWay.size >= UNDER_WAY_FACTOR * this.capacity || this.underWay.has(id)) throw tooManyError();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.underWay.set(id, ended);
    return () => {
      if (this.underWay.get(id) === ended) this.underWay.delete(id);
      end();
    };
  }

  /** Waits for its turn. @param bytes of the file, if they are known @throws SERVICE_UNAVAILABLE if too many wait */
  async work<Result>(task: () => Promise<Result>, bytes = 0): Promise<Result> {
    if (this.waiting >= this.capacity) throw tooManyError();
    this.waiting += 1;
    try {
      const work = () => this.working(task);
      return await (bytes > SMALL_BYTES ? this.large(work) : work());
    } finally {
      this.waiting -= 1;
    }
  }
}

function tooManyError(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "Too many files at once.", { retryAfter: RETRY_AFTER_SECONDS });
}
