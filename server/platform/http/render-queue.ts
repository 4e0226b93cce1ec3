import { setImmediate } from "node:timers/promises";
import { networksOf } from "../rate-limit/network";
import { overloadedError } from "./overloaded-error";

/**
 * Rendering is CPU-bound on a single thread: rendering many pages at once finishes none sooner, and makes them hold up each
 * other until their database connections time out. So few are rendered concurrently, and the others wait.
 */
const MAX_CONCURRENT = 2;

/**
 * Per queue. Searches for random words are never cached, and anybody can request any number of them. One takes up to 70 ms;
 * beyond this many, clients are told to retry. Plain pages have a queue of their own, which searches cannot fill.
 */
const MAX_WAITING = 60;

/** Waiting and running. A reader opens one page, and perhaps a few more in other tabs. */
const MAX_PER_CLIENT = 8;
/** The same for a wider network, which may belong to a single client too. */
const MAX_PER_NETWORK = 24;

/** After this many plain pages in a row, a waiting search is rendered, so that searches do not starve. */
const PLAIN_BEFORE_SEARCH = 3;

interface RenderRequest {
  /** The client's network address. */
  address: string;
  /** Whether the page has a query: the number of such pages is unlimited, so they have a lower priority. */
  isSearch: boolean;
}

type Start = () => void;

/** Limits how many pages are rendered concurrently, per process and per client. */
export class RenderQueue {
  private running = 0;
  private plainInARow = 0;
  private readonly plain: Start[] = [];
  private readonly searches: Start[] = [];
  private readonly countByNetwork = new Map<string, number>();

  /** @throws SERVICE_UNAVAILABLE at once if the queue is full or the client has too many renders in it. */
  async run<T>({ address, isSearch }: RenderRequest, render: () => Promise<T>): Promise<T> {
    const queue = isSearch ? this.searches : this.plain;
    const networks = networksOf(address);
    const isOverLimit = networks.some(({ network, share }) => this.countOf(network) >= limitFor(share));
    if (isOverLimit || queue.length >= MAX_WAITING) throw overloadedError();
    for (const { network } of networks) this.countByNetwork.set(network, this.countOf(network) + 1);
    try {
      if (this.running < MAX_CONCURRENT) this.running += 1;
      else await new Promise<void>((start) => queue.push(start));
      // Some renders wait for nothing: without a turn for other requests to arrive, none would ever have to queue.
      await setImmediate();
      return await render();
    } finally {
      for (const { network } of networks) this.decrement(network);
      this.startNext();
    }
  }

  private countOf(network: string): number {
    return this.countByNetwork.get(network) ?? 0;
  }

  private decrement(network: string): void {
    const remaining = this.countOf(network) - 1;
    if (remaining > 0) this.countByNetwork.set(network, remaining);
    else this.countByNetwork.delete(network);
  }

  private startNext(): void {
    const start = this.dequeue();
    if (start) start();
    else this.running -= 1;
  }

  private dequeue(): Start | undefined {
    const isSearchDue =
      this.plain.length === 0 || (this.searches.length > 0 && this.plainInARow >= PLAIN_BEFORE_SEARCH);
    this.plainInARow = isSearchDue ? 0 : this.plainInARow + 1;
    return isSearchDue ? this.searches.shift() : this.plain.shift();
  }
}

function limitFor(share: number): number {
  return Math.min(MAX_PER_CLIENT * share, MAX_PER_NETWORK);
}
