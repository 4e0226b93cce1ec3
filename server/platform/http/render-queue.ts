import { setImmediate } from "node:timers/promises";
import { networksOf } from "../rate-limit/network";
import { AbandonedError, overloadedError } from "./overloaded-error";

/**
 * Rendering is CPU-bound on one thread (`RenderThread`): rendering many pages at once finishes none sooner, and makes them hold up each
 * other until their database connections time out. So few are rendered concurrently, and the others wait.
 */
const MAX_CONCURRENT = 2;

/** Searches are not rendered side by side: a plain page finds a place at once. */
const MAX_CONCURRENT_SEARCHES = 1;

/** Of plain pages, which have a queue of their own that searches cannot fill. Beyond this many, clients are told to retry. */
const MAX_WAITING = 60;
/**
 * Searches for random words are never cached, and anybody can request any number of them. One takes up to 70 ms, and the site is slow
 * until those that wait are rendered: this many take a second and a half.
 */
const MAX_SEARCHES_WAITING = 20;

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
  /** Called once there is a place in the queue, and may refuse it. */
  pay?: () => void;
  /** Whether nobody waits for the page any more. Asked when it is its turn. */
  isAbandoned?: () => boolean;
}

interface Waiting {
  /** The narrowest first. */
  networks: readonly string[];
  start(): void;
}

/** Limits how many pages are rendered concurrently, per process and per client. */
export class RenderQueue {
  private running = 0;
  private runningSearches = 0;
  private plainInARow = 0;
  private readonly plain: Waiting[] = [];
  private readonly searches: Waiting[] = [];
  private readonly countByNetwork = new Map<string, number>();
  private startCount = 0;
  /** When a render of a network was started last, by number, as long as there are others of it. */
  private readonly lastStarts = new Map<string, number>();

  /**
   * @throws SERVICE_UNAVAILABLE at once if the queue is full or the client has too many renders in it
   * @throws AbandonedError if nobody waits for the page when it is its turn
   */
  async run<T>({ address, isSearch, pay, isAbandoned }: RenderRequest, render: () => Promise<T>): Promise<T> {
    const queue = isSearch ? this.searches : this.plain;
    const shares = networksOf(address);
    const networks = shares.map(({ network }) => network);
    const isOverLimit = shares.some(({ network, share }) => this.countOf(network) >= limitFor(share));
    const free = (isSearch ? MAX_SEARCHES_WAITING : MAX_WAITING) - queue.length;
    // Who waits already has as many places as are free, at most: a few clients, however many addresses they have, cannot take those of all others.
    const isGreedy = networks.some(
      (network) => queue.filter((waiting) => waiting.networks.includes(network)).length >= free,
    );
    if (isOverLimit || isGreedy) throw overloadedError();
    pay?.();
    for (const network of networks) this.countByNetwork.set(network, this.countOf(network) + 1);
    try {
      const started = new Promise<void>((start) => queue.push({ networks, start }));
      this.startNext();
      await started;
      // Some renders wait for nothing: without a turn for other requests to arrive, none would ever have to queue.
      await setImmediate();
      if (isAbandoned?.()) throw new AbandonedError();
      return await render();
    } finally {
      for (const network of networks) this.decrement(network);
      this.running -= 1;
      if (isSearch) this.runningSearches -= 1;
      this.startNext();
    }
  }

  private countOf(network: string): number {
    return this.countByNetwork.get(network) ?? 0;
  }

  private decrement(network: string): void {
    const remaining = this.countOf(network) - 1;
    if (remaining > 0) this.countByNetwork.set(network, remaining);
    else {
      this.countByNetwork.delete(network);
      this.lastStarts.delete(network);
    }
  }

  /** Starts the next render if there is a place for it. */
  private startNext(): void {
    if (this.running >= MAX_CONCURRENT) return;
    const maySearch = this.searches.length > 0 && this.runningSearches < MAX_CONCURRENT_SEARCHES;
    const isSearchDue = maySearch && (this.plain.length === 0 || this.plainInARow >= PLAIN_BEFORE_SEARCH);
    const next = this.takeNext(isSearchDue ? this.searches : this.plain);
    if (!next) return;
    this.plainInARow = isSearchDue ? 0 : this.plainInARow + 1;
    this.running += 1;
    if (isSearchDue) this.runningSearches += 1;
    next.start();
  }

  /**
   * Networks take turns: what one asks for first is not held up by all that another has asked for before. The widest ones first, and within
   * each the narrower ones.
   */
  private takeNext(queue: Waiting[]): Waiting | undefined {
    const [first, ...others] = queue;
    if (!first) return undefined;
    const next = others.reduce((best, each) => (this.isEarlier(each, best) ? each : best), first);
    queue.splice(queue.indexOf(next), 1);
    this.startCount += 1;
    for (const network of next.networks) this.lastStarts.set(network, this.startCount);
    return next;
  }

  private isEarlier(one: Waiting, other: Waiting): boolean {
    const starts = this.lastStartsOf(one);
    const others = this.lastStartsOf(other);
    const level = starts.findIndex((start, index) => start !== others[index]);
    return (starts[level] ?? 0) < (others[level] ?? 0);
  }

  /** The widest network's first. */
  private lastStartsOf({ networks }: Waiting): number[] {
    return networks.map((network) => this.lastStarts.get(network) ?? 0).reverse();
  }
}

function limitFor(share: number): number {
  return Math.min(MAX_PER_CLIENT * share, MAX_PER_NETWORK);
}
