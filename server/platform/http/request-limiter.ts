import { setImmediate } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import pLimit, { type LimitFunction } from "p-limit";
import { withConnectionLimits } from "../database/fair-pool";
import { acquireSlots } from "../database/slots";
import { networksOf } from "../rate-limit/network";
import { overloadedError } from "./overloaded-error";
import { onResponseSent } from "./response-sent";

interface Limits {
  /** Concurrent requests. */
  requests: number;
  /** How many more may wait. */
  waiting?: number;
  /** Concurrent database connections, out of the site's ten. */
  connections: number;
}

const CLIENT_LIMITS: Limits = { requests: 4, connections: 3 };
/** One less each than the account has, which is left for its other sessions and tokens. */
const CREDENTIAL_LIMITS: Limits = { requests: 3, connections: 2 };
/** Its sessions and tokens are few, and only a few requests of each get here: none is refused because others are waiting. */
const ACCOUNT_LIMITS: Limits = { ...CLIENT_LIMITS, waiting: Infinity };
/** For a wider network, which may belong to a single client too. */
const NETWORK_LIMITS: Limits = { requests: 5, connections: 4 };
/** More than a whole office sends at once. */
const MAX_WAITING = 100;
/**
 * For the operations of all visitors together, from however many addresses: each of them may be within its own limits, and all of them
 * would wait for the database's few connections until waiting for one fails, for members and pages too. Members are not counted: a flood
 * of strangers leaves them theirs.
 */
const VISITORS_RUNNING = 20;
const VISITORS_WAITING = 100;

/** The requests of one client, network or account: running and waiting. */
interface ClientQueue {
  key: string;
  capacity: number;
  requests: LimitFunction;
  connections: LimitFunction;
  length: number;
}

interface AdmittedRequest {
  connections: readonly LimitFunction[];
  ended: AbortSignal;
  /** Settles when all the work of the request has ended. */
  work: Promise<void>;
}

/**
 * Limits the concurrent requests and database connections of each client. Waiting requests have not been read yet: bodies are
 * parsed after admission.
 */
export class RequestLimiter {
  private readonly queues = new Map<string, ClientQueue>();
  private readonly visitors = pLimit(VISITORS_RUNNING);
  private readonly admitted = new WeakMap<FastifyRequest, AdmittedRequest>();

  /** @param sendTimeoutMs for sending a response: a client that reads a few bytes now and then would keep it in memory forever. */
  constructor(private readonly sendTimeoutMs: number) {}

  /**
   * An `onRequest` hook that waits for a free slot of the client, by network address. The slot is occupied until the response has
   * been sent (unread responses stay in memory) and the work has ended, even if the client has disconnected. A client that
   * disconnects while waiting gets no response.
   * @throws SERVICE_UNAVAILABLE at once if too many requests of the client are waiting.
   */
  readonly admit = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    this.admitWithin(this.sendTimeoutMs, request, reply);

  /** Like `admit`, for routes whose requests may take longer. */
  admitFor(sendTimeoutMs: number): RequestLimiter["admit"] {
    return (request, reply) => this.admitWithin(sendTimeoutMs, request, reply);
  }

  private async admitWithin(sendTimeoutMs: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const queues = this.queuesOf(request);
    const release = await enqueue(queues, this.queues);
    if (request.raw.socket.destroyed) {
      release();
      reply.hijack();
      return;
    }
    const ended = new AbortController();
    const admitted: AdmittedRequest = {
      connections: queues.map(({ connections }) => connections),
      ended: ended.signal,
      work: Promise.resolve(),
    };
    this.admitted.set(request, admitted);
    void responseSent(request, reply, sendTimeoutMs)
      .then(() => {
        ended.abort();
        return admitted.work;
      })
      .then(release);
  }

  /** Aborts when the response has been sent, its connection has closed, or the time limit is over. */
  ended(request: FastifyRequest): AbortSignal {
    return this.admittedOf(request).ended;
  }

  /** Runs the work of an admitted request within its connection limits. (Reading the body has lost any async context.) */
  run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const admitted = this.admittedOf(request);
    const running = withConnectionLimits(admitted.connections, work);
    admitted.work = Promise.all([admitted.work, running.then(ignore, ignore)]).then(ignore);
    return running;
  }

  /**
   * Runs something brief for a request that is not admitted because its response lasts long: slots are occupied only meanwhile.
   * @throws SERVICE_UNAVAILABLE like `admit`
   */
  async runApart<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const queues = this.queuesOf(request);
    const release = await enqueue(queues, this.queues);
    try {
      return await withConnectionLimits(
        queues.map(({ connections }) => connections),
        work,
      );
    } finally {
      release();
    }
  }

  /** The client's own queue first: while it waits there, it occupies no slot of the wider network. */
  private queuesOf(request: FastifyRequest): ClientQueue[] {
    return networksOf(request.ip).map(({ network }, index) =>
      this.queueFor(network, index === 0 ? CLIENT_LIMITS : NETWORK_LIMITS),
    );
  }

  private admittedOf(request: FastifyRequest): AdmittedRequest {
    const admitted = this.admitted.get(request);
    if (!admitted) throw new TypeError("The route lacks the `admit` hook.");
    return admitted;
  }

  /**
   * Limits a member, whatever addresses they send from. The requests of each session or token wait for one another first, and few of them at a time for
   * the account: who has stolen one cannot keep the owner from theirs.
   * @param credential the id of the session or token
   * @throws SERVICE_UNAVAILABLE like `admit`
   */
  async runAsAccount<T>(userId: string, credential: string, work: () => Promise<T>): Promise<T> {
    const own = this.queueFor(`credential ${credential}`, CREDENTIAL_LIMITS);
    const releaseOwn = await enqueue([own], this.queues);
    try {
      const account = this.queueFor(`account ${userId}`, ACCOUNT_LIMITS);
      const release = await enqueue([account], this.queues);
      try {
        return await withConnectionLimits([own.connections, account.connections], work);
      } finally {
        release();
      }
    } finally {
      releaseOwn();
    }
  }

  /**
   * Runs an operation of somebody who is not signed in, after those of others.
   * @throws SERVICE_UNAVAILABLE at once if too many are waiting
   */
  async runAsVisitor<T>(work: () => Promise<T>): Promise<T> {
    if (this.visitors.activeCount + this.visitors.pendingCount >= VISITORS_RUNNING + VISITORS_WAITING) {
      throw overloadedError();
    }
    return this.visitors(work);
  }

  private queueFor(key: string, { requests, connections, waiting = MAX_WAITING }: Limits): ClientQueue {
    return (
      this.queues.get(key) ?? {
        key,
        capacity: requests + waiting,
        requests: pLimit(requests),
        connections: pLimit(connections),
        length: 0,
      }
    );
  }
}

/**
 * Admits one request of all clients per turn of the event loop. Node accepts one new connection per turn: if all bodies that have
 * arrived were parsed in one turn, each connection that waits to be accepted would be delayed by all of them.
 */
const oncePerTurn = pLimit(1);

/** Enters all queues at once, or none, and waits for a slot in each. @returns a function that releases the slots */
async function enqueue(queues: readonly ClientQueue[], registry: Map<string, ClientQueue>): Promise<() => void> {
  if (queues.some(({ length, capacity }) => length >= capacity)) throw overloadedError();
  for (const queue of queues) {
    registry.set(queue.key, queue);
    queue.length += 1;
  }
  const releaseSlots = await acquireSlots(queues.map(({ requests }) => requests));
  await oncePerTurn(() => setImmediate());
  return () => {
    releaseSlots();
    for (const queue of queues) {
      queue.length -= 1;
      if (queue.length === 0) registry.delete(queue.key);
    }
  };
}

/** Settles when the response has been sent, its connection has closed, or the time limit is over. */
function responseSent(request: FastifyRequest, reply: FastifyReply, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop();
      request.raw.socket.destroy();
      resolve();
    }, limitMs);
    const stop = onResponseSent(request, reply, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The caller of `run` gets the result or the error. */
function ignore(): void {
  return undefined;
}
