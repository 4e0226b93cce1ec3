import { sendAs } from "../../session/send-as";
import type { Session } from "../../session/session";

/** What has just happened. Numbers alone. */
export interface LiveEvent {
  kind: "COMMENT_ADDED" | "COMMENT_REMOVED" | "NOTIFICATIONS_CHANGED" | "EVENTS_MISSED";
  /** Null for the feedback page. */
  promptId: string | null;
  commentId: string | null;
}

/** The comments of a prompt or of the feedback page, or what the member is told. */
export type Topic = `prompt ${string}` | "feedback" | "notifications";

/** For listeners that were away: anything may have happened, so ask. */
export const MISSED: LiveEvent = { kind: "EVENTS_MISSED", promptId: null, commentId: null };

const LIVE =
  "subscription Live($prompts: [ID!], $feedback: Boolean, $notifications: Boolean) { live(promptIds: $prompts, feedback: $feedback, notifications: $notifications) { kind promptId commentId } }";

/** The server sends a sign of life every 20 seconds. A proxy that collects what is sent lets nothing through. */
const SILENCE_MS = 50_000;
const FIRST_BYTE_MS = 10_000;
const RETRY_MS = { first: 1000, last: 30_000 };
const COMPLETED_MS = 5000;
/** Until then the member will have asked for something, and the page knows that the session is over. */
const SESSION_OVER_MS = 300_000;

interface StreamOptions {
  session: Session;
  topics: readonly Topic[];
  onEvent(event: LiveEvent): void;
  /** Called whenever it opens, from when on nothing is missed. */
  onOpen(): void;
  /** Called whenever something arrives. */
  onAlive(): void;
}

export interface LiveStream {
  readonly isOpen: boolean;
  close(): void;
}

/**
 * Keeps a stream open until it is closed. Each time that it cannot be opened, listeners are told to ask: so the same code polls while
 * there is no stream.
 */
export function openLiveStream({ session, topics, onEvent, onOpen, onAlive }: StreamOptions): LiveStream {
  const stop = new AbortController();
  let isOpen = false;
  const run = async () => {
    let failures = 0;
    while (!stop.signal.aborted) {
      let retryMs = backoff(failures);
      const silence = new Watchdog(stop.signal, FIRST_BYTE_MS);
      try {
        const response = await request(session, topics, silence.signal);
        if (response.ok && response.body) {
          for await (const { event, data, retry } of eventsOf(response.body)) {
            if (!isOpen) {
              isOpen = true;
              onOpen();
            }
            failures = 0;
            silence.restart(SILENCE_MS);
            onAlive();
            if (retry !== undefined) retryMs = retry;
            // Its session has ended, or has another id: the answer that brings new cookies may still be on its way.
            if (event === "complete") retryMs = COMPLETED_MS;
            if (event === "next") {
              const told = (data as { data?: { live?: LiveEvent } | null }).data?.live;
              if (told) onEvent(told);
            }
          }
          if (!isOpen) failures += 1;
        } else if (response.status === 401) {
          retryMs = SESSION_OVER_MS;
        } else {
          failures += 1;
          const asked = Number(response.headers.get("retry-after")) * 1000;
          retryMs = Math.max(retryMs, Math.min(asked || 0, RETRY_MS.last));
          onEvent(MISSED);
        }
      } catch {
        failures += 1;
        if (failures > 1) onEvent(MISSED);
      } finally {
        isOpen = false;
        silence.stop();
      }
      await wait(retryMs, stop.signal);
    }
  };
  void run();
  return {
    get isOpen() {
      return isOpen;
    },
    close: () => stop.abort(),
  };
}

function request(session: Session, topics: readonly Topic[], signal: AbortSignal): Promise<Response> {
  const prompts = topics.flatMap((topic) => (topic.startsWith("prompt ") ? [topic.slice("prompt ".length)] : []));
  const variables = {
    prompts,
    feedback: topics.includes("feedback"),
    notifications: topics.includes("notifications"),
  };
  const send = (headers: Readonly<Record<string, string>>) =>
    fetch(`${session.basePath}/graphql/stream`, {
      method: "POST",
      headers: { ...headers, accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ query: LIVE, variables }),
      cache: "no-store",
      signal,
    });
  return sendAs(session, send);
}

/** @param failures in a row. With jitter: all browsers lose their streams at once when a server ends. */
function backoff(failures: number): number {
  return Math.min(RETRY_MS.last, RETRY_MS.first * 2 ** failures) * (0.5 + Math.random() / 2);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Aborts when it is not restarted in time. */
class Watchdog {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout>;
  private readonly abort = () => this.controller.abort();

  constructor(
    private readonly outer: AbortSignal,
    ms: number,
  ) {
    this.timer = setTimeout(this.abort, ms);
    outer.addEventListener("abort", this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  restart(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.abort, ms);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.outer.removeEventListener("abort", this.abort);
    this.controller.abort();
  }
}

export interface ServerSentEvent {
  event: string;
  data: unknown;
  retry?: number;
}

/** Parses server-sent events, as far as our server uses them: lines end in "\n", data is JSON on one line. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield parseBlock(block);
  }
}

function parseBlock(block: string): ServerSentEvent {
  const parsed: ServerSentEvent = { event: "", data: null };
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    const value = line.slice(at + 1).trim();
    const name = line.slice(0, Math.max(0, at));
    if (name === "event") parsed.event = value;
    else if (name === "data" && value !== "") parsed.data = JSON.parse(value) as unknown;
    else if (name === "retry" && /^\d+$/.test(value)) parsed.retry = Number(value);
  }
  return parsed;
}
