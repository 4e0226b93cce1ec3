import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domain/domain-error";
import { networkOf } from "../rate-limit/network";

export interface StreamLimits {
  /** Of the process. */
  total: number;
  /** Of a network address. */
  address: number;
  account: number;
}

/** Each visible tab has a stream: behind the address of an office those of its people, of an account those of its devices and windows. */
export const STREAM_LIMITS: StreamLimits = { total: 5000, address: 100, account: 20 };

/** Proxies and browsers drop connections on which nothing is sent; Fastify itself after a minute. */
const HEARTBEAT_SECONDS = 20;
/** Then the client opens another one, so that its session is looked up again. */
const LIFETIME_SECONDS = 30 * 60;
/** A client that has not read this much does not read. */
const MAX_UNREAD_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 60;
/** When the process ends, its clients come back within this time, and not all at once. */
const RETURN_MS = { first: 500, last: 5000 };

/** A place for a stream, which counts from when it is asked for. */
export interface StreamPlace {
  countFor(userId: string): void;
  release(): void;
}

/** The open event streams of a process (server-sent events): counted, kept alive, and ended together. */
export class EventStreams {
  private readonly streams = new Set<EventStream>();
  private readonly counts = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;
  private second = 0;
  private isClosing = false;

  constructor(readonly limits: StreamLimits = STREAM_LIMITS) {
    this.timer = setInterval(() => this.tick(), 1000).unref();
  }

  get size(): number {
    return this.counts.get("total") ?? 0;
  }

  /** @throws SERVICE_UNAVAILABLE if the process has too many, or is ending; RATE_LIMITED if the client has */
  reserve(address: string): StreamPlace {
    if (this.isClosing || this.size >= this.limits.total)
      throw new DomainError("SERVICE_UNAVAILABLE", "Too many streams are open. Ask now and then instead.", {
        retryAfter: this.isClosing ? 1 : RETRY_AFTER_SECONDS,
      });
    const keys = ["total", `address ${networkOf(address)}`];
    this.require(`address ${networkOf(address)}`, this.limits.address);
    for (const key of keys) this.add(key, 1);
    let isReleased = false;
    return {
      countFor: (userId) => {
        this.require(`account ${userId}`, this.limits.account);
        keys.push(`account ${userId}`);
        this.add(`account ${userId}`, 1);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        for (const key of keys) this.add(key, -1);
      },
    };
  }

  /** Begins the response. @param onClose called once, however it ends */
  open(request: FastifyRequest, reply: FastifyReply, onClose: () => void): EventStream {
    reply.hijack();
    const stream = new EventStream(request, reply, this.second, () => {
      this.streams.delete(stream);
      onClose();
    });
    this.streams.add(stream);
    return stream;
  }

  /** Ends all of them, and opens no more. */
  close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    for (const stream of this.streams)
      stream.endForNow(RETURN_MS.first + Math.random() * (RETURN_MS.last - RETURN_MS.first));
    return Promise.resolve();
  }

  private tick(): void {
    this.second += 1;
    for (const stream of this.streams) stream.tick(this.second);
  }

  private require(key: string, limit: number): void {
    if ((this.counts.get(key) ?? 0) >= limit)
      throw new DomainError("RATE_LIMITED", "You have too many streams open. Ask now and then instead.", {
        limit,
        scope: key.startsWith("account") ? "ACCOUNT" : "ADDRESS",
        retryAfter: RETRY_AFTER_SECONDS,
      });
  }

  private add(key: string, change: 1 | -1): void {
    const count = (this.counts.get(key) ?? 0) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}

/** One response of server-sent events, by the "distinct connections" mode of the GraphQL over SSE protocol. */
export class EventStream {
  private readonly raw: ServerResponse;
  private readonly socket: Socket;
  private nextBeat: number;
  private readonly end: number;
  /** When a client that has not read the end loses its connection. */
  private cutAt: number | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, openedAt: number, onClose: () => void) {
    this.raw = reply.raw;
    this.socket = request.raw.socket;
    this.raw.once("close", onClose);
    this.nextBeat = openedAt + Math.ceil(Math.random() * HEARTBEAT_SECONDS);
    this.end = openedAt + LIFETIME_SECONDS * (0.75 + Math.random() / 4);
    this.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // nginx would collect what is sent.
      "x-accel-buffering": "no",
    });
    this.raw.write(":\n\n");
  }

  send(result: unknown): void {
    this.write(`event: next\ndata: ${JSON.stringify(result)}\n\n`);
  }

  /** Nothing more will come: the client does not open it again by itself. */
  complete(): void {
    this.raw.end("event: complete\ndata:\n\n");
  }

  /** The client is to open it again. @param retryMs after this time */
  endForNow(retryMs: number): void {
    this.raw.end(`retry: ${String(Math.round(retryMs))}\n\n`);
  }

  tick(second: number): void {
    if (this.raw.writableEnded) {
      this.cutAt ??= second + HEARTBEAT_SECONDS;
      if (second >= this.cutAt) this.socket.destroy();
    } else if (second >= this.end) this.endForNow(RETURN_MS.first + Math.random() * RETURN_MS.first);
    else if (second >= this.nextBeat) {
      this.nextBeat = second + HEARTBEAT_SECONDS;
      this.write(":\n\n");
    }
  }

  private write(text: string): void {
    if (this.raw.writableEnded || this.raw.destroyed) return;
    this.raw.write(text);
    if (this.raw.writableLength > MAX_UNREAD_BYTES) this.socket.destroy();
  }
}
