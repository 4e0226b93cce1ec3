import { LRUCache } from "lru-cache";
import type { PageChange } from "../database/page-changes";
import type { PageTag } from "../domain/page-tag";
import { hasQuery } from "./addresses";
import type { RenderedPage } from "./rendered-page";

export interface PageCacheOptions {
  /** For all pages in all encodings. */
  maxBytes: number;
  /** False while invalidation messages would be missed. */
  canCache(): boolean;
  /** Called when a page could not be rendered anew. It is served until it is too old, and then rendered for those who want it. */
  onRefreshFailed: (error: unknown) => void;
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
const TAG_OVERHEAD_BYTES = 150;

/** How old a page may get by changes that are no reason to purge it. */
const MAX_STALE_MS = 1000;
/** Such changes are gathered for as long: however many there are, a page is rendered anew four times a second at most. */
const GATHER_MS = 250;

interface Entry {
  readonly page: RenderedPage;
  /** When the first change was made that the page does not show. */
  readonly staleSince: number | undefined;
}

/** LRUCache measures an entry once, so the entry object is replaced when its page gains an encoding. */
type PageLru = LRUCache<string, Entry>;

interface Rendered {
  page: RenderedPage;
  /** The first change since the render began that purges the page, by its number. */
  purgedBy: number;
}

/** A change while pages are being rendered. */
interface RecentChange {
  number: number;
  at: number;
  change: PageChange;
}

/** An in-memory cache of rendered pages by canonical address: all public pages, and one "not found" page per locale. */
export class PageCache {
  private readonly now: () => number;
  private readonly canCache: () => boolean;
  private readonly onRefreshFailed: (error: unknown) => void;
  private readonly plainPages: PageLru;
  private readonly queryPages: PageLru;
  private readonly inFlight = new Map<string, Promise<Rendered>>();
  /** The addresses of the pages with each tag. */
  private readonly addresses = new Map<PageTag, Set<string>>();
  private changeCount = 0;
  /** Since the first of the renders in flight began. */
  private readonly recentChanges: RecentChange[] = [];

  constructor({ maxBytes, canCache, onRefreshFailed, now = () => performance.now() }: PageCacheOptions) {
    this.canCache = canCache;
    this.onRefreshFailed = onRefreshFailed;
    this.now = now;
    const queryBytes = Math.ceil(maxBytes * QUERY_PAGES_SHARE);
    const onRemoved = ({ page }: Entry, address: string) => this.unlink(page, address);
    this.queryPages = createLru(queryBytes, now, onRemoved);
    this.plainPages = createLru(maxBytes - queryBytes, now, onRemoved);
  }

  /** The total size of the cache. */
  get bytes(): number {
    return this.plainPages.calculatedSize + this.queryPages.calculatedSize;
  }

  /** How many tags its pages have. */
  get tagCount(): number {
    return this.addresses.size;
  }

  /**
   * @param renderAnew called if the page is stale by now; it is served all the same
   * @returns a page that is up to date, or was so a second ago
   */
  get(address: string, renderAnew: () => Promise<RenderedPage>): RenderedPage | undefined {
    const lru = this.lruFor(address);
    const entry = lru.get(address);
    if (entry?.staleSince === undefined) return entry?.page;
    const staleFor = this.now() - entry.staleSince;
    if (staleFor > MAX_STALE_MS) {
      lru.delete(address);
      return undefined;
    }
    if (staleFor >= GATHER_MS && !this.inFlight.has(address))
      this.start(address, renderAnew).catch(this.onRefreshFailed);
    return entry.page;
  }

  /**
   * Renders a page that is not cached. Concurrent requests for it share one render, unless the page has been purged since that
   * began.
   */
  async render(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const requestedAfter = this.changeCount;
    for (;;) {
      const { page, purgedBy } = await (this.inFlight.get(address) ?? this.start(address, render));
      if (purgedBy > requestedAfter) return page;
    }
  }

  /** Measures a cached page again after it has gained an encoding. */
  updateSize(address: string, page: RenderedPage): void {
    const lru = this.lruFor(address);
    const entry = lru.peek(address);
    if (entry?.page === page) this.store(address, { ...entry }, { noUpdateTTL: true });
  }

  /** Removes the pages that a change purges, and marks those that it merely makes stale. */
  apply(change: PageChange): void {
    this.changeCount += 1;
    const at = this.now();
    if (this.inFlight.size > 0) this.recentChanges.push({ number: this.changeCount, at, change });
    if (change === "all") {
      this.plainPages.clear();
      this.queryPages.clear();
      return;
    }
    for (const address of [...(this.addresses.get(change.tag) ?? [])]) {
      const lru = this.lruFor(address);
      const entry = lru.peek(address);
      if (change.effect === "purge") lru.delete(address);
      else if (entry && entry.staleSince === undefined)
        this.store(address, { ...entry, staleSince: at }, { noUpdateTTL: true });
    }
  }

  private start(address: string, render: () => Promise<RenderedPage>): Promise<Rendered> {
    const [startedAfter, startedAt] = [this.changeCount, this.now()];
    const rendering = render()
      .then((page): Rendered => {
        const missed = this.recentChanges.filter(
          ({ number, change }) => number > startedAfter && (change === "all" || page.shown.has(change.tag)),
        );
        const purge = missed.find(({ change }) => change === "all" || change.effect === "purge");
        if (!purge && page.isCacheable && this.canCache())
          // The data may be as old as the start of the render, so the TTL counts from there.
          this.store(address, { page, staleSince: missed[0]?.at }, { start: startedAt });
        return { page, purgedBy: purge?.number ?? Infinity };
      })
      .finally(() => {
        this.inFlight.delete(address);
        if (this.inFlight.size === 0) this.recentChanges.length = 0;
      });
    this.inFlight.set(address, rendering);
    return rendering;
  }

  private store(address: string, entry: Entry, options: LRUCache.SetOptions<string, Entry, unknown>): void {
    const lru = this.lruFor(address);
    lru.set(address, entry, options);
    // Pages that are too large are not kept.
    if (lru.peek(address) === entry) this.link(entry.page, address);
  }

  private link(page: RenderedPage, address: string): void {
    for (const tag of page.shown) {
      const addresses = this.addresses.get(tag) ?? new Set();
      this.addresses.set(tag, addresses.add(address));
    }
  }

  private unlink(page: RenderedPage, address: string): void {
    for (const tag of page.shown) {
      const addresses = this.addresses.get(tag);
      addresses?.delete(address);
      if (addresses?.size === 0) this.addresses.delete(tag);
    }
  }

  private lruFor(address: string): PageLru {
    return hasQuery(address) ? this.queryPages : this.plainPages;
  }
}

function createLru(maxBytes: number, now: () => number, onRemoved: (entry: Entry, address: string) => void): PageLru {
  return new LRUCache({
    maxSize: maxBytes,
    dispose: onRemoved,
    sizeCalculation: ({ page }, address) =>
      page.text.bytes + 2 * address.length + ENTRY_OVERHEAD_BYTES + page.shown.size * TAG_OVERHEAD_BYTES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });
}
