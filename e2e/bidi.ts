import { once } from "node:events";
import { WebSocket } from "undici";

/** A connection to a browser by WebDriver BiDi. */
export interface Bidi {
  send<TResult = unknown>(method: string, params?: object): Promise<TResult>;
}

interface Answer {
  id?: number;
  type: "success" | "error" | "event";
  result?: unknown;
  error?: string;
  message?: string;
}

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
}

/** Opens the only session that the browser has. */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  const waiting = new Map<number, Waiting>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (type === "success") asked?.resolve(result as never);
    else asked?.reject(new Error(`${error ?? ""}: ${message ?? ""}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has closed the connection."));
  });
  const bidi: Bidi = {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
  };
  await bidi.send("session.new", { capabilities: {} });
  return bidi;
}

/** WebDriver's names of keys that write nothing. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Control: "\uE009",
  Escape: "\uE00C",
  ArrowDown: "\uE015",
};

type Evaluation =
  { type: "success"; result: { value?: string } } | { type: "exception"; exceptionDetails: { text: string } };

/** A document that a browser shows, by the id of its browsing context. */
export class BidiPage {
  constructor(
    private readonly bidi: Bidi,
    readonly context: string,
  ) {}

  /** Runs a function in the document's own world. It knows nothing but its arguments; these and its result are JSON. */
  async evaluate<TArguments extends unknown[], TResult>(
    run: (...args: TArguments) => TResult,
    ...args: TArguments
  ): Promise<Awaited<TResult>> {
    const evaluation = await this.bidi.send<Evaluation>("script.callFunction", {
      functionDeclaration: `async (args) => JSON.stringify(await (${run.toString()})(...JSON.parse(args)))`,
      arguments: [{ type: "string", value: JSON.stringify(args) }],
      target: { context: this.context },
      awaitPromise: true,
    });
    if (evaluation.type === "exception") throw new Error(evaluation.exceptionDetails.text);
    const { value } = evaluation.result;
    return (value === undefined ? undefined : JSON.parse(value)) as Awaited<TResult>;
  }

  async setSize(width: number, height: number): Promise<void> {
    await this.bidi.send("browsingContext.setViewport", { context: this.context, viewport: { width, height } });
  }

  async goto(url: string): Promise<void> {
    await this.bidi.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** The words that can be seen. */
  text(): Promise<string> {
    return this.evaluate(() => document.body.innerText);
  }

  /** Presses keys together, as in "Control+z". */
  async press(keys: string): Promise<void> {
    const values = keys.split("+").map((key) => KEYS[key] ?? key);
    await this.act("key", [
      ...values.map((value) => ({ type: "keyDown", value })),
      ...[...values].reverse().map((value) => ({ type: "keyUp", value })),
    ]);
  }

  async type(text: string): Promise<void> {
    await this.act(
      "key",
      [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  }

  /** Clicks the only element with a role and a name, as assistive technology has them. */
  async click(role: string, name: string): Promise<void> {
    const { nodes } = await this.bidi.send<{ nodes: { sharedId: string }[] }>("browsingContext.locateNodes", {
      context: this.context,
      locator: { type: "accessibility", value: { role, name } },
    });
    const [node] = nodes;
    if (!node || nodes.length > 1) throw new Error(`There are ${nodes.length} elements ${role} "${name}".`);
    const origin = { type: "element", element: { sharedId: node.sharedId } };
    await this.act("pointer", [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  private async act(type: "key" | "pointer", actions: object[]): Promise<void> {
    await this.bidi.send("input.performActions", { context: this.context, actions: [{ type, id: type, actions }] });
  }
}
