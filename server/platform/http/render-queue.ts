import { networksOf } from "../rate-limit/network";
import { overloadedError } from "./overloaded-error";

/**
 * Rendering is work of this one thread: many pages at once make each other wait until their database connections time out,
 * and none is ready sooner. So a few are rendered at a time, and the others wait for their turn.
 */
const AT_A_TIME = 2;

/**
 * Searches for random words are in no memory, and anybody may ask for them without end. One takes up to 70 ms; who comes after
 * so many is told to come again. Plain pages have a line of their own, which searches cannot fill.
 */
const MAX_WAITING = 60;

/** Waiting and under way. A reader has one page, and perhaps opens a few more beside it. */
const MAX_OF_ONE_VISITOR = 8;
/** The same for a wider network, which may be one visitor's too. */
const MAX_OF_ONE_NETWORK = 24;

/** So many plain pages go before a search that waits, which is to have its turn in the end. */
const PLAIN_BEFORE_SEARCH = 3;

interface Turn {
  /** Who asks, by network address. */
  address: string;
  /** Whether the page has a query: there is no end of such pages, and they stand back behind the others. */
  isSearch: boolean;
}

type Begin = () => void;

/** Who renders next. */
export class RenderQueue {
  private underWay = 0;
  private plainInARow = 0;
  private readonly plain: Begin[] = [];
  private readonly searches: Begin[] = [];
  private readonly places = new Map<string, number>();

  /** @throws SERVICE_UNAVAILABLE at once, where too many wait already or the visitor has too many places. */
  async take<T>({ address, isSearch }: Turn, render: () => Promise<T>): Promise<T> {
    const line = isSearch ? this.searches : this.plain;
    const networks = networksOf(address);
    const isFull = networks.some(({ network, share }) => this.placesOf(network) >= mostPlaces(share));
    if (isFull || line.length >= MAX_WAITING) throw overloadedError();
    for (const { network } of networks) this.places.set(network, this.placesOf(network) + 1);
    try {
      if (this.underWay < AT_A_TIME) this.underWay += 1;
      else await new Promise<void>((begin) => line.push(begin));
      return await render();
    } finally {
      for (const { network } of networks) this.giveBack(network);
      this.passOn();
    }
  }

  private placesOf(network: string): number {
    return this.places.get(network) ?? 0;
  }

  private giveBack(network: string): void {
    const left = this.placesOf(network) - 1;
    if (left > 0) this.places.set(network, left);
    else this.places.delete(network);
  }

  private passOn(): void {
    const begin = this.next();
    if (begin) begin();
    else this.underWay -= 1;
  }

  private next(): Begin | undefined {
    const isSearchDue =
      this.plain.length === 0 || (this.searches.length > 0 && this.plainInARow >= PLAIN_BEFORE_SEARCH);
    this.plainInARow = isSearchDue ? 0 : this.plainInARow + 1;
    return isSearchDue ? this.searches.shift() : this.plain.shift();
  }
}

function mostPlaces(share: number): number {
  return Math.min(MAX_OF_ONE_VISITOR * share, MAX_OF_ONE_NETWORK);
}
