import { setImmediate } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import pLimit, { type LimitFunction } from "p-limit";
import { withConnectionLimits } from "../database/fair-pool";
import { acquireSlots } from "../database/slots";
import { networksOf } from "../rate-limit/network";
import { AbandonedError, overloadedError } from "./overloaded-error";
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
/** For a wider network, which may belong to a single client, or to thousands who do not know each other. */
const NETWORK_LIMITS: Limits = { requests: 16, connections: 4 };
/** More than a whole office sends at once. */
const MAX_WAITING = 100;
/** Of requests that wait for a slot: others of the address occupy all, perhaps by bodies that arrive slowly or answers that they do not read. */
const MAX_WAIT_MS = 10_000;
/**
 * For the operations of all visitors together, from however many addresses: each of them may be within its own limits, and all of them
 * would wait for the database's few connections until waiting for one fails, for members and pages too. Members are not counted: a flood
 * of strangers leaves them theirs. Half as many run as there are connections: more would only slow one another down, and the others wait
 * for none.
 */
const VISITORS_RUNNING = 5;
const VISITORS_WAITING = 100;

/** The requests of one client, network or account: running and waiting. */
interface ClientQueue {
  key: string;
  capacity: number;
  requests: LimitFunction;
  connections: LimitFunction;
  length: number;
}

interface QueueName {
  key: string;
  limits: Limits;
}

interface EnteredQueues {
  /** The limits of the clients' database connections. */
  connections: readonly LimitFunction[];
  /** Leaves all queues. */
  release(): void;
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
   * @throws SERVICE_UNAVAILABLE at once if too many requests of the client are waiting, and after waiting for ten seconds
   */
  readonly admit = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    this.admitWithin(this.sendTimeoutMs, request, reply);

  /** Like `admit`, for files that travel for minutes: they have slots of their own, so that nothing else of the client waits for them. */
  admitTransfer(sendTimeoutMs: number): RequestLimiter["admit"] {
    return (request, reply) => this.admitWithin(sendTimeoutMs, request, reply, "transfer ");
  }

  private async admitWithin(
    sendTimeoutMs: number,
    request: FastifyRequest,
    reply: FastifyReply,
    kind = "",
  ): Promise<void> {
    const { connections, release } = await this.enqueue(queuesOf(request, kind));
    if (request.raw.socket.destroyed) {
      release();
      reply.hijack();
      return;
    }
    const ended = new AbortController();
    const admitted: AdmittedRequest = {
      connections,
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
    const { connections, release } = await this.enqueue(queuesOf(request));
    try {
      return await withConnectionLimits(connections, work);
    } finally {
      release();
    }
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
    const { connections, release } = await this.enqueue([
      { key: `credential ${credential}`, limits: CREDENTIAL_LIMITS },
      { key: `account ${userId}`, limits: ACCOUNT_LIMITS },
    ]);
    try {
      return await withConnectionLimits(connections, work);
    } finally {
      release();
    }
  }

  /**
   * Runs an operation of an admitted request of somebody who is not signed in, after those of others.
   * @throws SERVICE_UNAVAILABLE at once if too many are waiting
   * @throws AbandonedError if its client has disconnected when it is its turn
   */
  async runAsVisitor<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const ended = this.ended(request);
    if (this.visitors.activeCount + this.visitors.pendingCount >= VISITORS_RUNNING + VISITORS_WAITING) {
      throw overloadedError();
    }
    return this.visitors(() => {
      if (ended.aborted) throw new AbandonedError();
      return work();
    });
  }

  /** Waits for a slot in each queue, one after the other: who waits in the first one does not count in the second. */
  private async enqueue(names: readonly QueueName[]): Promise<EnteredQueues> {
    const timeIsUp = delay(MAX_WAIT_MS);
    const connections: LimitFunction[] = [];
    const releases: (() => void)[] = [];
    const release = () => releases.forEach((releaseOne) => releaseOne());
    try {
      for (const name of names) {
        const queue = this.queueFor(name);
        connections.push(queue.connections);
        releases.push(await this.enter(queue, timeIsUp.promise));
      }
    } catch (error) {
      release();
      throw error;
    } finally {
      timeIsUp.cancel();
    }
    await oncePerTurn(() => setImmediate());
    return { connections, release };
  }

  /** @throws SERVICE_UNAVAILABLE at once if the queue is full, or when the time is up. Who gives up does not count any more. */
  private async enter(queue: ClientQueue, timeIsUp: Promise<undefined>): Promise<() => void> {
    if (queue.length >= queue.capacity) throw overloadedError();
    this.queues.set(queue.key, queue);
    queue.length += 1;
    const leave = () => {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(queue.key);
    };
    const acquiring = acquireSlots([queue.requests]);
    const releaseSlot = await Promise.race([acquiring, timeIsUp]);
    if (!releaseSlot) {
      leave();
      void acquiring.then((release) => release());
      throw overloadedError();
    }
    return () => {
      releaseSlot();
      leave();
    };
  }

  private queueFor({ key, limits: { requests, connections, waiting = MAX_WAITING } }: QueueName): ClientQueue {
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

/** The client's own queue first: while it waits there, it occupies no slot of the wider network. */
function queuesOf(request: FastifyRequest, kind = ""): QueueName[] {
  return networksOf(request.ip).map(({ network }, index) => ({
    key: kind + network,
    limits: index === 0 ? CLIENT_LIMITS : NETWORK_LIMITS,
  }));
}

/**
 * Admits one request of all clients per turn of the event loop. Node accepts one new connection per turn: if all bodies that have
 * arrived were parsed in one turn, each connection that waits to be accepted would be delayed by all of them.
 */
const oncePerTurn = pLimit(1);

function delay(ms: number): { promise: Promise<undefined>; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  return { promise, cancel: () => clearTimeout(timer) };
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
