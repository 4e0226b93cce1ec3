import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";

export interface StreamEvent {
  event: string;
  data: unknown;
}

/** A stream of server-sent events over a real connection. */
export class TestStream {
  readonly events: StreamEvent[] = [];
  /** The raw text of fields that are no events. */
  readonly fields: string[] = [];
  isEnded = false;
  private text = "";
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding("utf8");
    response.on("data", (text: string) => this.read(text));
    const end = () => {
      this.isEnded = true;
      this.wake();
    };
    response.once("end", end).once("error", end).once("close", end);
  }

  /** @param headers also of who listens: cookies, a network address */
  static async open(
    url: string,
    variables: Record<string, unknown>,
    headers: Record<string, string> = {},
    query = LIVE,
  ): Promise<TestStream> {
    const body = JSON.stringify({ query, variables });
    const sent = request(url, {
      method: "POST",
      agent: false,
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        ...headers,
      },
    });
    sent.on("error", () => undefined);
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return new TestStream(sent, response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** The data of the events so far. */
  get told(): unknown[] {
    return this.events
      .filter(({ event }) => event === "next")
      .map(({ data }) => (data as { data?: { live: unknown } }).data?.live ?? data);
  }

  /** Waits until something is true of the stream. */
  async until(isTrue: (stream: this) => boolean): Promise<this> {
    while (!isTrue(this)) await new Promise<void>((resolve) => this.waiting.add(resolve));
    return this;
  }

  close(): void {
    this.sent.destroy();
  }

  private read(text: string): void {
    this.text += text;
    const blocks = this.text.split("\n\n");
    this.text = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
      if (event === undefined) this.fields.push(block);
      else this.events.push({ event, data: data === undefined ? null : (JSON.parse(data) as unknown) });
    }
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

/** The site's subscription. */
export const LIVE = `subscription ($prompts: [ID!], $feedback: Boolean, $notifications: Boolean) {
  live(promptIds: $prompts, feedback: $feedback, notifications: $notifications) { kind promptId commentId } }`;
