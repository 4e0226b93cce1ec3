/** Typing goes on meanwhile. */
const PAUSE_MS = 300;

const waiting = new Set<DelayedWrite>();
let isListening = false;

/** Keeps what is being typed a moment later; sooner if the page is left for another one or another tab, or what is kept is counted. */
export class DelayedWrite {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly write: () => void) {}

  later(): void {
    if (!isListening) for (const event of ["pagehide", "visibilitychange"]) window.addEventListener(event, writeNow);
    isListening = true;
    waiting.add(this);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), PAUSE_MS);
  }

  /** Does nothing if nothing waits. */
  now(): void {
    if (this.cancel()) this.write();
  }

  /** @returns whether something was waiting */
  cancel(): boolean {
    clearTimeout(this.timer);
    return waiting.delete(this);
  }
}

/** Whatever is typed is kept from now on. */
export function writeNow(): void {
  for (const each of [...waiting]) each.now();
}
