import { setImmediate } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import pLimit, { type LimitFunction } from "p-limit";
import { withConnectionLimits } from "../database/fair-pool";
import { acquireSlots } from "../database/slots";
import { networksOf } from "../rate-limit/network";
import { overloadedError } from "./overloaded-error";

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

/** Those of one asker: under way, and waiting. */
interface Line {
  asker: string;
  capacity: number;
  turns: LimitFunction;
  connections: LimitFunction;
  length: number;
}

/** A request that is inside. */
interface Visit {
  connections: readonly LimitFunction[];
  /** Settles when what it does has ended. */
  work: Promise<void>;
}

/**
 * Lets requests that use the database in, a few of each asker at a time, and lets those take a few connections. Whoever waits has
 * not been read yet: bodies are parsed inside.
 */
export class RequestLimiter {
  private readonly lines = new Map<string, Line>();
  private readonly inside = new WeakMap<FastifyRequest, Visit>();

  /** @param timeToLeaveMs of an answer: who reads a few bytes now and then would keep it in memory for ever. */
  constructor(private readonly timeToLeaveMs: number) {}

  /**
   * The `onRequest` hook of a route: waits for the turn of whoever asks, by network address. The place is taken until the answer
   * has left, since what nobody reads stays in memory, and the work has ended, also where nobody waits for it any more. A client
   * that has gone meanwhile is not answered.
   * @throws SERVICE_UNAVAILABLE at once, where too many of the same asker wait already.
   */
  readonly admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // The customer's line first: who waits in it keeps nobody of the wider network waiting.
    const lines = networksOf(request.ip).map(({ network }, at) => this.line(network, at === 0 ? OF_ONE : OF_A_NETWORK));
    const leave = await takeTurns(lines, this.lines);
    if (request.raw.socket.destroyed) {
      leave();
      reply.hijack();
      return;
    }
    const visit: Visit = { connections: lines.map(({ connections }) => connections), work: Promise.resolve() };
    this.inside.set(request, visit);
    void hasLeft(request, reply, this.timeToLeaveMs)
      .then(() => visit.work)
      .then(leave);
  };

  /** Runs what a request that has entered does, within its connections. (Reading the body has lost any context since.) */
  run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const visit = this.inside.get(request);
    if (!visit) throw new TypeError("The route has no hook by which its requests admit.");
    const running = withConnectionLimits(visit.connections, work);
    visit.work = Promise.all([visit.work, running.then(ignore, ignore)]).then(ignore);
    return running;
  }

  /** For a member, wherever they ask from. @throws SERVICE_UNAVAILABLE as `admit`. */
  async runAsAccount<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const line = this.line(`account ${userId}`, OF_ONE);
    const leave = await takeTurns([line], this.lines);
    try {
      return await withConnectionLimits([line.connections], work);
    } finally {
      leave();
    }
  }

  private line(asker: string, { requests, connections }: Share): Line {
    return (
      this.lines.get(asker) ?? {
        asker,
        capacity: requests + MAX_WAITING,
        turns: pLimit(requests),
        connections: pLimit(connections),
        length: 0,
      }
    );
  }
}

/**
 * Of all askers. Node takes one new connection a turn of the event loop: if all bodies that are here already were parsed in one
 * turn, whoever has not been let in yet would wait that long for each who stands before them.
 */
const oneATurn = pLimit(1);

/** Counts in all lines at once, or in none: who waits in one of them waits for the others too. @returns leaves them */
async function takeTurns(lines: readonly Line[], known: Map<string, Line>): Promise<() => void> {
  if (lines.some(({ length, capacity }) => length >= capacity)) throw overloadedError();
  for (const line of lines) {
    known.set(line.asker, line);
    line.length += 1;
  }
  const giveBack = await acquireSlots(lines.map(({ turns }) => turns));
  await oneATurn(() => setImmediate());
  return () => {
    giveBack();
    for (const line of lines) {
      line.length -= 1;
      if (line.length === 0) known.delete(line.asker);
    }
  };
}

/**
 * Settles when the answer has left, its connection has gone, or its time is over. The connection is asked too: of pipelined
 * requests only the first answer has one, and when it ends, Node tells the other answers nothing.
 */
function hasLeft({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
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

/** Whoever has begun the work hears how it ends. */
function ignore(): void {
  return undefined;
}
