import { type ComponentType, useSyncExternalStore } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import type { Catalog } from "../i18n/catalog";
import type { PageContext } from "./page-context";

/** What a module of `routes/` may export. */
export interface PageModule {
  default: ComponentType;
  loader?: (context: PageContext, args: Pick<LoaderFunctionArgs, "request" | "params">) => Promise<unknown>;
  ErrorBoundary?: ComponentType;
  /** Words that only this page and its like need. */
  catalog?: Catalog;
}

/**
 * The code of one page, loaded when it is first needed. The router's own `lazy` keeps a rejection for ever; here a failed load
 * leaves nothing behind, and the next try loads again.
 */
export class Page {
  private module: PageModule | undefined;
  private pending: Promise<PageModule> | undefined;
  private failed = false;

  /**
   * @param source the module's source file, as the build's manifest names it
   * @param beforeRetry what has to be put right before a load that failed can succeed
   */
  constructor(
    readonly source: string,
    private readonly importModule: () => Promise<object>,
    private readonly beforeRetry: () => Promise<void>,
  ) {}

  get loaded(): PageModule | undefined {
    return this.module;
  }

  load(): Promise<PageModule> {
    this.pending ??= countLoading(this.loadOnce()).finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async loadOnce(): Promise<PageModule> {
    if (this.module) return this.module;
    try {
      if (this.failed) await this.beforeRetry();
      this.module = asPageModule(await this.importModule(), this.source);
    } catch (error) {
      this.failed = true;
      throw error;
    }
    return this.module;
  }
}

function asPageModule(module: object, source: string): PageModule {
  const { default: component } = module as { default?: unknown };
  if (typeof component !== "function") throw new TypeError(`The page component of ${source} has no default export.`);
  return module as PageModule;
}

let underWay = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  underWay += by;
  for (const listener of listeners) listener();
}

/** Counts a load of a page's code for as long as it takes. */
async function countLoading<T>(loading: Promise<T>): Promise<T> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/** Whether the code of a page is on its way. */
export function usePageCodeLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => underWay > 0,
    () => false,
  );
}
