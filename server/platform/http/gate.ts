import type { FastifyReply, FastifyRequest } from "fastify";
import pLimit, { type LimitFunction } from "p-limit";
import { withConnectionLimit } from "../database/fair-pool";
import { networksOf } from "../rate-limit/network";
import { overloaded } from "./overloaded";

interface Share {
  /** Under way at a time. */
  requests: number;
  /** Of the site's ten to the database, at a time. */
  connections: number;
}

const OF_ONE: Share = { requests: 4, connections: 3 };
/** Of a wider network, which may be one customer's too. */
const OF_A_NETWORK: Share = { requests: 5, connections: 4 };
/** More than everybody in an office sends at once. */
const MAX_WAITING = 100;
/** Of the bodies of requests that wait: parsed, one may take twenty times its size. */
const MAX_WAITING_BYTES = 2 * 1024 * 1024;

/** Those of one asker: under way, and waiting. */
interface Line {
  asker: string;
  capacity: number;
  run: LimitFunction;
  connections: LimitFunction;
  length: number;
  bytes: number;
}

/** Lets requests that use the database begin, a few of each asker at a time, and lets those take a few connections. */
export class Gate {
  private readonly lines = new Map<string, Line>();

  /** @param timeToLeaveMs of an answer: who reads a few bytes now and then would keep it in memory for ever. */
  constructor(private readonly timeToLeaveMs: number) {}

  /**
   * For who asks from a network address.
   * @param bytes what is kept in memory while it waits
   * @throws SERVICE_UNAVAILABLE at once, where too much of the same asker waits already.
   */
  passAddress<T>(address: string, work: () => Promise<T>, bytes = 0): Promise<T> {
    // The customer's line first: who waits in it keeps nobody of the wider network waiting.
    const lines = networksOf(address).map(({ network }, at) => this.line(network, at === 0 ? OF_ONE : OF_A_NETWORK));
    return this.pass(lines, bytes, work);
  }

  /**
   * The same for a request, whose place is taken until its answer has left: what nobody reads stays in memory. One whose client
   * has gone meanwhile is not answered.
   */
  passRequest(request: FastifyRequest, reply: FastifyReply, answer: () => Promise<unknown>): Promise<void> {
    const bytes = Number(
      request.headers["content-length"] ?? (request.body == null ? 0 : request.routeOptions.bodyLimit),
    );
    const work = async () => {
      if (request.raw.socket.destroyed) {
        reply.hijack();
        return;
      }
      await answer();
      await hasLeft(request, reply, this.timeToLeaveMs);
    };
    return this.passAddress(request.ip, work, bytes);
  }

  /** For a member, wherever they ask from. @throws SERVICE_UNAVAILABLE as `passAddress`. */
  passAccount<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.pass([this.line(`account ${userId}`, OF_ONE)], 0, work);
  }

  private line(asker: string, { requests, connections }: Share): Line {
    const known = this.lines.get(asker);
    if (known) return known;
    const [run, ofConnections] = [pLimit(requests), pLimit(connections)];
    return { asker, capacity: requests + MAX_WAITING, run, connections: ofConnections, length: 0, bytes: 0 };
  }

  /** Counts in all lines at once, or in none: who waits in one of them waits for the others too. */
  private async pass<T>(lines: readonly Line[], bytes: number, work: () => Promise<T>): Promise<T> {
    if (lines.some((line) => isFull(line, bytes))) throw overloaded();
    for (const line of lines) {
      this.lines.set(line.asker, line);
      line.length += 1;
      line.bytes += bytes;
    }
    const inTurn = lines.reduceRight<() => Promise<T>>(
      (inner, line) => () => line.run(() => withConnectionLimit(line.connections, inner)),
      work,
    );
    try {
      return await inTurn();
    } finally {
      for (const line of lines) {
        line.length -= 1;
        line.bytes -= bytes;
        if (line.length === 0) this.lines.delete(line.asker);
      }
    }
  }
}

function isFull({ length, capacity, bytes: waiting }: Line, bytes: number): boolean {
  return length >= capacity || (length > 0 && waiting + bytes > MAX_WAITING_BYTES);
}

/**
 * Settles when the answer has left, its connection has gone, or its time is over. The connection is asked too: of pipelined
 * requests only the first answer has one, and when it ends, Node tells the other answers nothing.
 */
function hasLeft({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (raw.writableFinished || socket.destroyed) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      socket.off("close", end);
      resolve();
    };
    const timer = setTimeout(() => {
      socket.destroy();
      end();
    }, limitMs);
    raw.once("finish", end).once("close", end);
    socket.once("close", end);
  });
}
