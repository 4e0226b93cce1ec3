/** A stream that is being opened until a test says more. */
export class FakeEventSource {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  /** All that were opened, also those that are closed by now. */
  static all: FakeEventSource[] = [];
  readyState = FakeEventSource.CONNECTING;
  readonly url: string;
  private readonly events = new EventTarget();

  constructor(address: string) {
    this.url = new URL(address, location.href).href;
    FakeEventSource.all.push(this);
  }

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.events.addEventListener(type, listener);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  open(): void {
    this.readyState = FakeEventSource.OPEN;
    this.events.dispatchEvent(new Event("open"));
  }

  tell(event: object): void {
    this.events.dispatchEvent(new MessageEvent("next", { data: JSON.stringify({ data: { live: event } }) }));
  }

  /** The connection breaks off; the browser opens it again. */
  breakOff(): void {
    this.readyState = FakeEventSource.CONNECTING;
    this.events.dispatchEvent(new Event("error"));
  }

  /** The server answers with an error; the browser gives up. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.events.dispatchEvent(new Event("error"));
  }
}
