import pLimit from "p-limit";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";

const RETRY_AFTER_SECONDS = 10;
/** As many texts as fit are imported within a few seconds; 130,000 short ones fit into the largest file. */
const SMALL_BYTES = 1024 * 1024;

/**
 * The transfers of this process: few at a time work on the database, large ones never all of them, and each session or token has one. Not each account: whoever has
 * stolen a session could keep the owner from theirs.
 */
export class TransferQueue {
  private readonly waiting = new Set<string>();
  private readonly working;
  /** One fewer than work at once: small transfers never wait for large ones alone. */
  private readonly large;

  constructor(
    private readonly capacity: number,
    atOnce: number,
  ) {
    this.working = pLimit(atOnce);
    this.large = pLimit(Math.max(1, atOnce - 1));
  }

  /** @returns a function that leaves the queue @throws UNAUTHENTICATED, SERVICE_UNAVAILABLE if it is full, or the session or token is in it */
  enter(actor: Actor): () => void {
    if (actor.kind === "visitor") throw new DomainError("UNAUTHENTICATED", "Sign in first.");
    const id = actor.kind === "session" ? actor.sessionId : actor.tokenId;
    if (this.waiting.size >= this.capacity || this.waiting.has(id)) {
      throw new DomainError("SERVICE_UNAVAILABLE", "Too many files at once.", { retryAfter: RETRY_AFTER_SECONDS });
    }
    this.waiting.add(id);
    return () => this.waiting.delete(id);
  }

  /** Waits for its turn. @param bytes of the file, if they are known */
  work<Result>(task: () => Promise<Result>, bytes = 0): Promise<Result> {
    const work = () => this.working(task);
    return bytes > SMALL_BYTES ? this.large(work) : work();
  }
}
