import pLimit, { type LimitFunction } from "p-limit";
import { AbandonedError, overloadedError } from "./overloaded-error";

/** Work of which few run at a time and few wait, in the order of their arrival. */
export class BoundedQueue {
  private readonly limit: LimitFunction;

  constructor(
    private readonly running: number,
    private readonly waiting: number,
  ) {
    this.limit = pLimit(running);
  }

  /**
   * @param hasLeft whether the client has disconnected by the time it is its turn: its work is not begun
   * @throws SERVICE_UNAVAILABLE at once if it is full
   * @throws AbandonedError instead of the work if the client has left
   */
  async run<Result>(work: () => Promise<Result>, hasLeft = () => false): Promise<Result> {
    if (this.limit.activeCount + this.limit.pendingCount >= this.running + this.waiting) throw overloadedError();
    return this.limit(() => {
      if (hasLeft()) throw new AbandonedError();
      return work();
    });
  }
}
