import { type ComponentType, useSyncExternalStore } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import type { Catalog } from "../i18n/catalog";
import type { LatePart } from "./late-part";
import type { PageContext } from "./page-context";

/** What a module of `routes/` may export. */
export interface PageModule {
  default: ComponentType;
  loader?: (context: PageContext, args: Pick<LoaderFunctionArgs, "request" | "params">) => Promise<unknown>;
  ErrorBoundary?: ComponentType;
  /** Messages that only this page and its siblings need. */
  catalog?: Catalog;
  /** Parts whose code the browser loads when they are about to be seen. */
  late?: readonly LatePart<never>[];
}

/**
 * The code of one page, loaded on first use. Unlike the router's own `lazy`, which caches a rejection for ever, a failed load is
 * retried on the next call.
 */
export class Page {
  private module: PageModule | undefined;
  private pending: Promise<PageModule> | undefined;

  /** @param source the module's key in the build manifest */
  constructor(
    readonly source: string,
    private readonly importModule: () => Promise<object>,
  ) {}

  get loaded(): PageModule | undefined {
    return this.module;
  }

  load(): Promise<PageModule> {
    this.pending ??= trackLoading(this.loadOnce()).finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async loadOnce(): Promise<PageModule> {
    this.module ??= asPageModule(await this.importModule(), this.source);
    return this.module;
  }
}

function asPageModule(module: object, source: string): PageModule {
  const { default: component } = module as { default?: unknown };
  if (typeof component !== "function") throw new TypeError(`The page component of ${source} has no default export.`);
  return module as PageModule;
}

let pendingLoads = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  pendingLoads += by;
  for (const listener of listeners) listener();
}

/** Counts a load as pending until it settles. */
async function trackLoading<T>(loading: Promise<T>): Promise<T> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/** Whether the code of any page is loading. */
export function usePageCodeLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingLoads > 0,
    () => false,
  );
}
