/** After each failure in a row. The network may be back by then, or the server less busy. */
const PAUSES_MS = [2_000, 10_000, 60_000, 300_000];
/** A question without an answer after so long has failed: its connection may hang for as long as the page is open. */
const ANSWER_LIMIT_MS = 20_000;

/**
 * Asks when what is shown may have changed: one question at a time, since the answer to an earlier one may be older, and once more if
 * something changes meanwhile. A question that fails, or has no answer after 20 seconds, is asked again a few times after growing pauses,
 * and as soon as the browser is online again: what has been missed need not be told a second time.
 */
export class PersistentQuestion {
  private isOpen = false;
  private isAsking = false;
  private isOver = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: () => Promise<unknown>) {}

  /** Something may have changed. */
  readonly raise = (): void => {
    this.failures = 0;
    this.isOpen = true;
    if (!this.isAsking) void this.askUntilAnswered();
  };

  /** Nobody waits for an answer any more. */
  stop(): void {
    this.isOver = true;
    this.endPause();
  }

  private async askUntilAnswered(): Promise<void> {
    this.endPause();
    this.isAsking = true;
    let hasFailed = false;
    while (this.isOpen && !this.isOver) {
      this.isOpen = false;
      hasFailed = await this.fails();
    }
    this.isAsking = false;
    if (hasFailed && !this.isOver) this.pause();
  }

  /** Asks once. @returns whether there is no answer */
  private fails(): Promise<boolean> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => resolve(true), ANSWER_LIMIT_MS);
      void this.ask()
        .then(
          () => resolve(false),
          () => resolve(true),
        )
        .finally(() => clearTimeout(limit));
    });
  }

  private pause(): void {
    window.addEventListener("online", this.raise);
    const pause = PAUSES_MS[this.failures];
    this.failures += 1;
    if (pause === undefined) return;
    // Not all who were refused come back at once.
    this.timer = setTimeout(() => this.askAgain(), pause * (0.75 + Math.random() / 2));
  }

  private endPause(): void {
    clearTimeout(this.timer);
    window.removeEventListener("online", this.raise);
  }

  private askAgain(): void {
    this.isOpen = true;
    void this.askUntilAnswered();
  }
}
