import pLimit from "p-limit";
import { DomainError } from "../../platform/domain/domain-error";

const RETRY_AFTER_SECONDS = 10;

/** The transfers of this process: few at a time work on the database, and each account has one. */
export class TransferQueue {
  private readonly accounts = new Set<string>();
  private readonly working;

  constructor(
    private readonly capacity: number,
    atOnce: number,
  ) {
    this.working = pLimit(atOnce);
  }

  /** @returns a function that leaves the queue @throws SERVICE_UNAVAILABLE if it is full, or the account is in it */
  enter(userId: string): () => void {
    if (this.accounts.size >= this.capacity || this.accounts.has(userId)) {
      throw new DomainError("SERVICE_UNAVAILABLE", "Too many files at once.", { retryAfter: RETRY_AFTER_SECONDS });
    }
    this.accounts.add(userId);
    return () => this.accounts.delete(userId);
  }

  /** Waits for its turn. */
  work<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.working(task);
  }
}
