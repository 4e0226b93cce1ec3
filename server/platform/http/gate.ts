import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import pLimit, { type LimitFunction } from "p-limit";
import { withConnectionLimit } from "../database/fair-pool";
import { networksOf } from "../rate-limit/network";
import { overloaded } from "./overloaded";

/** How much one asker has at a time: requests under way, and of the site's ten connections to the database. */
const OF_ONE = { requests: 4, connections: 3 };
/** The same for a wider network, which may be one customer's too. */
const OF_A_NETWORK = { requests: 5, connections: 4 };
/** More than everybody in an office sends at once. */
const MAX_WAITING = 100;

/** Those of one asker: under way, and waiting. */
interface Line {
  run: LimitFunction;
  connections: LimitFunction;
  length: number;
}

/** Lets requests that use the database begin, a few of each asker at a time, and lets those take a few connections. */
export class Gate {
  private readonly lines = new Map<string, Line>();

  /** @param timeToLeaveMs of an answer: who reads a few bytes now and then would keep it in memory for ever. */
  constructor(private readonly timeToLeaveMs: number) {}

  /**
   * For who asks from a network address.
   * @throws SERVICE_UNAVAILABLE at once, where too many of the same asker wait already.
   */
  passAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
    const [customer, ...wider] = networksOf(address);
    if (!customer) return work();
    // The customer's line first: who waits in it keeps nobody of the wider network waiting.
    const throughWider = wider.reduce<() => Promise<T>>(
      (inner, { network }) =>
        () =>
          this.pass(network, OF_A_NETWORK, inner),
      work,
    );
    return this.pass(customer.network, OF_ONE, throughWider);
  }

  /** The same for a request, whose place is taken until its answer has left: what nobody reads stays in memory. */
  passRequest(request: FastifyRequest, reply: FastifyReply, answer: () => Promise<unknown>): Promise<void> {
    return this.passAddress(request.ip, async () => {
      await answer();
      await this.hasLeft(reply);
    });
  }

  /** For a member, wherever they ask from. @throws SERVICE_UNAVAILABLE as `passAddress`. */
  passAccount<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.pass(`account ${userId}`, OF_ONE, work);
  }

  private async pass<T>(asker: string, { requests, connections }: typeof OF_ONE, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(asker) ?? { run: pLimit(requests), connections: pLimit(connections), length: 0 };
    if (line.length >= requests + MAX_WAITING) throw overloaded();
    this.lines.set(asker, line);
    line.length += 1;
    try {
      return await line.run(() => withConnectionLimit(line.connections, work));
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(asker);
    }
  }

  private async hasLeft({ raw }: FastifyReply): Promise<void> {
    const timer = setTimeout(() => raw.destroy(), this.timeToLeaveMs);
    try {
      await finished(raw);
    } catch {
      // Whoever asked has gone. There is nobody to tell.
    } finally {
      clearTimeout(timer);
    }
  }
}
