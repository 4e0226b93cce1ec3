import pLimit from "p-limit";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";

const RETRY_AFTER_SECONDS = 10;

/**
 * The transfers of this process: few at a time work on the database, and each session or token has one. Not each account: whoever has
 * stolen a session could keep the owner from theirs.
 */
export class TransferQueue {
  private readonly waiting = new Set<string>();
  private readonly working;

  constructor(
    private readonly capacity: number,
    atOnce: number,
  ) {
    this.working = pLimit(atOnce);
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

  /** Waits for its turn. */
  work<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.working(task);
  }
}
