import { matchRoutes, type RouteObject } from "react-router-dom";
import { splitLocalePath } from "../../contract/locales";
import type { PageContext } from "./page-context";
import { Page } from "./page";
import { basename, loadCode } from "./router";

/** How long a link must be hovered to count as intent. */
const INTENT_MS = 70;
/** Links that all pages have: most readers follow none of them, and the code of the page behind would be loaded with every page. */
const ON_INTENT = "a[data-on-intent]";
/** Links whose click does not navigate. */
const NOT_FOLLOWED = "a[aria-expanded], a[data-in-place]";

/** The Network Information API, where supported. */
interface ConnectionInfo {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Prefetches the code of the pages that visible links point to and, once a link is hovered, touched or focused, their data. Not on
 * 2g connections or if the reader saves data.
 */
export class Prefetching {
  private readonly prefetched = new Set<string>();
  private readonly seen = new WeakSet<Element>();
  private readonly visible = new IntersectionObserver((entries) => this.onVisible(entries));
  /** Of the pointer and of the focus apart: focusing a link scrolls, which puts other things under the pointer. */
  private readonly intents = { pointerover: 0, focusin: 0 };

  constructor(
    private readonly routes: RouteObject[],
    private readonly context: PageContext,
  ) {}

  start(): void {
    for (const event of ["pointerover", "focusin"] as const) {
      document.addEventListener(event, ({ target }) => this.onIntent(event, target));
    }
    document.addEventListener("touchstart", ({ target }) => this.prefetch(linkOf(target)), { passive: true });
    document.addEventListener("click", () => this.forgetIntents(), { capture: true });
    this.watch();
  }

  /** Observes links that were added since the last call. */
  watch(): void {
    for (const link of document.links) {
      if (this.seen.has(link)) continue;
      this.seen.add(link);
      if (!link.matches(ON_INTENT)) this.visible.observe(link);
    }
  }

  private onVisible(entries: IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.visible.unobserve(target);
      const destination = this.destination(linkOf(target));
      if (destination) void loadCode(destination.page, this.context).catch(ignored);
    }
  }

  private onIntent(event: "pointerover" | "focusin", target: EventTarget | null): void {
    clearTimeout(this.intents[event]);
    const link = linkOf(target);
    if (link) this.intents[event] = window.setTimeout(() => this.prefetch(link), INTENT_MS);
  }

  private forgetIntents(): void {
    for (const timer of Object.values(this.intents)) clearTimeout(timer);
  }

  private prefetch(link: HTMLAnchorElement | null): void {
    const destination = this.destination(link);
    if (!link || !destination || this.prefetched.has(link.href)) return;
    this.prefetched.add(link.href);
    const { page, params } = destination;
    const data = async () => {
      const { loader } = await loadCode(page, this.context);
      await loader?.(this.context, { request: new Request(link.href), params });
    };
    data().catch(() => this.prefetched.delete(link.href));
  }

  /** The page that a link leads to within this document; null if it leads elsewhere or should not be prefetched. */
  private destination(link: HTMLAnchorElement | null) {
    if (!link || savesData() || link.origin !== location.origin || link.target || link.matches(NOT_FOLLOWED))
      return null;
    if (link.pathname + link.search === location.pathname + location.search) return null;
    const { locale, basePath } = this.context;
    // Another language needs a new document.
    if (splitLocalePath(link.pathname.slice(basePath.length)).locale !== locale) return null;
    const match = matchRoutes(this.routes, link.pathname, basename(basePath))?.at(-1);
    return match?.route.handle instanceof Page ? { page: match.route.handle, params: match.params } : null;
  }
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a") : null;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: ConnectionInfo };
  return connection?.saveData === true || (connection?.effectiveType ?? "").includes("2g");
}

/** Following the link loads again and reports errors. */
function ignored(): void {}
