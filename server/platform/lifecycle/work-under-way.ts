/**
 * Work for requests, which goes on after their clients have left: a page waits in the queue, an operation for a lock. Whoever closes the
 * database waits for it, or its next statement would find the pool closed.
 */
export class WorkUnderWay {
  private readonly inProgress = new Set<Promise<unknown>>();

  track<T>(work: Promise<T>): Promise<T> {
    this.inProgress.add(work);
    const end = () => this.inProgress.delete(work);
    work.then(end, end);
    return work;
  }

  /** Resolves when all of it has ended, and what it has led to. */
  async ended(): Promise<void> {
    while (this.inProgress.size > 0) await Promise.allSettled(this.inProgress);
  }
}
