import { LRUCache } from "lru-cache";
import type { PageChange } from "../database/page-changes";
import { hasQuery } from "./addresses";
import type { RenderedPage } from "./rendered-page";

export interface PageCacheOptions {
  /** Of all pages in all encodings. */
  maxBytes: number;
  /** False as long as nobody would tell of changes. */
  canCache(): boolean;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** What is not told of (counters, new neighbours and relatives of a prompt) is this late at most. */
const LIFE_MS = 60_000;
/**
 * What pages with a query have of the room. There is no end of them and of who asks for them, and search engines keep none:
 * they push out each other, never a plain page.
 */
const SHARE_OF_QUERIES = 1 / 4;
/** About what an entry costs besides its texts. */
const ENTRY_BYTES = 2000;

/** Entries are made anew when a page grows by an encoding: the size of an entry is told once. */
type Kept = LRUCache<string, { page: RenderedPage }>;

/** Rendered pages in memory, by their address: those that anybody may keep, and a document a locale for what is not found. */
export class PageCache {
  private readonly now: () => number;
  private readonly canCache: () => boolean;
  private readonly plain: Kept;
  private readonly queries: Kept;
  private readonly rendering = new Map<string, Promise<RenderedPage>>();

  constructor({ maxBytes, canCache, now = () => performance.now() }: PageCacheOptions) {
    this.canCache = canCache;
    this.now = now;
    const ofQueries = Math.ceil(maxBytes * SHARE_OF_QUERIES);
    this.queries = keeping(ofQueries, now);
    this.plain = keeping(maxBytes - ofQueries, now);
  }

  /** Of all that is kept. */
  get bytes(): number {
    return this.plain.calculatedSize + this.queries.calculatedSize;
  }

  get(address: string): RenderedPage | undefined {
    return this.keptLike(address).get(address)?.page;
  }

  /** Renders a page that is not kept. Who asks for it meanwhile gets the same one. */
  render(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const underWay = this.rendering.get(address);
    if (underWay) return underWay;
    const begun = this.now();
    // Also when it is purged meanwhile: then it no longer stands here, or another one does.
    const isCurrent = () => this.rendering.get(address) === rendering;
    const rendering = render()
      .then((page) => {
        // What it shows was read after it had begun, so that is when its life begins.
        if (page.isCacheable && isCurrent() && this.canCache())
          this.keptLike(address).set(address, { page }, { start: begun });
        return page;
      })
      .finally(() => {
        if (isCurrent()) this.rendering.delete(address);
      });
    this.rendering.set(address, rendering);
    return rendering;
  }

  /** A page has been encoded once more, and takes more room. */
  grown(address: string, page: RenderedPage): void {
    const kept = this.keptLike(address);
    if (kept.peek(address)?.page === page) kept.set(address, { page }, { noUpdateTTL: true });
  }

  /** Forgets what a change may have changed. Who asks from now on gets what was rendered after it. */
  purge(change: PageChange): void {
    this.rendering.clear();
    for (const kept of [this.plain, this.queries]) {
      for (const [address, { page }] of [...kept.entries()]) {
        if (change === "all" || page.shows(change)) kept.delete(address);
      }
    }
  }

  private keptLike(address: string): Kept {
    return hasQuery(address) ? this.queries : this.plain;
  }
}

function keeping(maxBytes: number, now: () => number): Kept {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, address) => page.text.bytes + 2 * address.length + ENTRY_BYTES,
    ttl: LIFE_MS,
    ttlResolution: 0,
    perf: { now },
  });
}
