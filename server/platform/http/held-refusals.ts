const HOLD_MS = 1000;
/** More are sent at once: each keeps its request in memory. */
const MAX_HELD = 1000;

/**
 * Answers of refused requests, which wait for a second. Programs that ask again at once would else ask thousands of times a second, and
 * refusing them would take more time than the pages that they want.
 */
export class HeldRefusals {
  private held = 0;

  async hold(): Promise<void> {
    if (this.held >= MAX_HELD) return;
    this.held += 1;
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
    this.held -= 1;
  }
}
