/** Events of a stream that have not been sent yet: more would be kept for a client that does not read. */
const MAX_WAITING = 100;

/** Turns what is pushed into something to iterate over. Ends when it is closed, or holds more than a reader should leave. */
export class EventQueue<Event> implements AsyncIterableIterator<Event, undefined> {
  private readonly waiting: Event[] = [];
  private resolveNext: ((result: IteratorResult<Event, undefined>) => void) | undefined;
  private isClosed = false;

  /** @param onClose called once */
  constructor(private readonly onClose: () => void) {}

  push(event: Event): void {
    if (this.isClosed) return;
    if (this.resolveNext) {
      this.resolveNext({ done: false, value: event });
      this.resolveNext = undefined;
    } else if (this.waiting.push(event) > MAX_WAITING) this.close();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.waiting.length = 0;
    this.resolveNext?.({ done: true, value: undefined });
    this.onClose();
  }

  next(): Promise<IteratorResult<Event, undefined>> {
    const [event] = this.waiting.splice(0, 1);
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.isClosed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => (this.resolveNext = resolve));
  }

  return(): Promise<IteratorResult<Event, undefined>> {
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
