import { LRUCache } from "lru-cache";
import type { PageChange } from "../database/page-changes";
import { hasQuery } from "./addresses";
import type { RenderedPage } from "./rendered-page";

export interface PageCacheOptions {
  /** For all pages in all encodings. */
  maxBytes: number;
  /** False while invalidation messages would be missed. */
  canCache(): boolean;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
}

/** How stale a page may get by changes that do not invalidate it: counters, and a prompt's neighbours and related prompts. */
const TTL_MS = 60_000;
/**
 * The share of the cache for pages with a query. There is no limit to such pages or to their requests, and search engines do
 * not index them: so they evict only each other, never a plain page.
 */
const QUERY_PAGES_SHARE = 1 / 4;
/** Approximate overhead of an entry besides its texts. */
const ENTRY_OVERHEAD_BYTES = 2000;

/** LRUCache measures an entry once, so the entry object is replaced when its page gains an encoding. */
type PageLru = LRUCache<string, { page: RenderedPage }>;

/** An in-memory cache of rendered pages by canonical address: all public pages, and one "not found" page per locale. */
export class PageCache {
  private readonly now: () => number;
  private readonly canCache: () => boolean;
  private readonly plainPages: PageLru;
  private readonly queryPages: PageLru;
  private readonly inFlight = new Map<string, Promise<RenderedPage>>();

  constructor({ maxBytes, canCache, now = () => performance.now() }: PageCacheOptions) {
    this.canCache = canCache;
    this.now = now;
    const queryBytes = Math.ceil(maxBytes * QUERY_PAGES_SHARE);
    this.queryPages = createLru(queryBytes, now);
    this.plainPages = createLru(maxBytes - queryBytes, now);
  }

  /** The total size of the cache. */
  get bytes(): number {
    return this.plainPages.calculatedSize + this.queryPages.calculatedSize;
  }

  get(address: string): RenderedPage | undefined {
    return this.lruFor(address).get(address)?.page;
  }

  /** Renders a page that is not cached. Concurrent requests for it share one render. */
  render(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const pending = this.inFlight.get(address);
    if (pending) return pending;
    const startedAt = this.now();
    // A purge during the render removes it from `inFlight`, and a newer render may take its place.
    const isCurrent = () => this.inFlight.get(address) === rendering;
    const rendering = render()
      .then((page) => {
        // The data may be as old as the start of the render, so the TTL counts from there.
        if (page.isCacheable && isCurrent() && this.canCache())
          this.lruFor(address).set(address, { page }, { start: startedAt });
        return page;
      })
      .finally(() => {
        if (isCurrent()) this.inFlight.delete(address);
      });
    this.inFlight.set(address, rendering);
    return rendering;
  }

  /** Measures a cached page again after it has gained an encoding. */
  updateSize(address: string, page: RenderedPage): void {
    const lru = this.lruFor(address);
    if (lru.peek(address)?.page === page) lru.set(address, { page }, { noUpdateTTL: true });
  }

  /** Removes the pages that a change may affect. Requests from now on get pages rendered after the change. */
  purge(change: PageChange): void {
    this.inFlight.clear();
    for (const lru of [this.plainPages, this.queryPages]) {
      for (const [address, { page }] of [...lru.entries()]) {
        if (page.mayShow(change)) lru.delete(address);
      }
    }
  }

  private lruFor(address: string): PageLru {
    return hasQuery(address) ? this.queryPages : this.plainPages;
  }
}

function createLru(maxBytes: number, now: () => number): PageLru {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, address) => page.text.bytes + 2 * address.length + ENTRY_OVERHEAD_BYTES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });
}
