import type { ComponentType } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import type { Catalog } from "../i18n/catalog";
import type { PageContext } from "./page-context";
import { pageLoads } from "./pending-loads";

/** What a module of `routes/` may export. */
export interface PageModule {
  default: ComponentType;
  loader?: (context: PageContext, args: Pick<LoaderFunctionArgs, "request" | "params">) => Promise<unknown>;
  ErrorBoundary?: ComponentType;
  /** The messages that not all pages need. */
  catalog?: Catalog;
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
    this.pending ??= pageLoads.track(this.loadOnce()).finally(() => (this.pending = undefined));
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
