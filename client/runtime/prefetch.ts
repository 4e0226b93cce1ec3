import { matchRoutes, type RouteObject } from "react-router-dom";
import { splitLocalePath } from "../../contract/locales";
import type { PageContext } from "./page-context";
import { Page } from "./page";
import { basename, loadCode } from "./router";

/** Who only passes over a link does not mean it. */
const INTENT_MS = 70;
/** Links whose click does not leave the page. */
const NOT_FOLLOWED = "a[aria-expanded], a[data-in-place]";

/** What browsers tell of the line, where they do. */
interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Loads what is about to be used: the code of pages that visible links lead to, and, once a link is pointed at, touched or
 * focused, their data too. Not on a 2g line, nor where the reader saves data.
 */
export class Prefetching {
  private readonly asked = new Set<string>();
  private readonly seen = new WeakSet<Element>();
  private readonly visible = new IntersectionObserver((entries) => this.onVisible(entries));
  private intent: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly routes: RouteObject[],
    private readonly context: PageContext,
  ) {}

  start(): void {
    for (const event of ["pointerover", "focusin"] as const) {
      document.addEventListener(event, ({ target }) => this.onIntent(target));
    }
    document.addEventListener("touchstart", ({ target }) => this.prefetch(linkOf(target)), { passive: true });
    document.addEventListener("click", () => clearTimeout(this.intent), { capture: true });
    this.watch();
  }

  /** Looks for links that have come since. */
  watch(): void {
    for (const link of document.links) {
      if (this.seen.has(link)) continue;
      this.seen.add(link);
      this.visible.observe(link);
    }
  }

  private onVisible(entries: IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.visible.unobserve(target);
      const found = this.destination(linkOf(target));
      if (found) void loadCode(found.page, this.context).catch(ignored);
    }
  }

  private onIntent(target: EventTarget | null): void {
    clearTimeout(this.intent);
    const link = linkOf(target);
    if (link) this.intent = setTimeout(() => this.prefetch(link), INTENT_MS);
  }

  private prefetch(link: HTMLAnchorElement | null): void {
    const found = this.destination(link);
    if (!link || !found || this.asked.has(link.href)) return;
    this.asked.add(link.href);
    const { page, params } = found;
    const data = async () => {
      const { loader } = await loadCode(page, this.context);
      await loader?.(this.context, { request: new Request(link.href), params });
    };
    data().catch(() => this.asked.delete(link.href));
  }

  /** The page within this document that a link leads to; null for all that is none or should wait. */
  private destination(link: HTMLAnchorElement | null) {
    if (!link || savesData() || link.origin !== location.origin || link.target || link.matches(NOT_FOLLOWED))
      return null;
    if (link.pathname + link.search === location.pathname + location.search) return null;
    const { locale, basePath } = this.context;
    // Another language is another document.
    if (splitLocalePath(link.pathname.slice(basePath.length)).locale !== locale) return null;
    const match = matchRoutes(this.routes, link.pathname, basename(basePath))?.at(-1);
    return match?.route.handle instanceof Page ? { page: match.route.handle, params: match.params } : null;
  }
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a") : null;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || (connection?.effectiveType ?? "").includes("2g");
}

/** Who follows the link is told; it is loaded again then. */
function ignored(): void {}
