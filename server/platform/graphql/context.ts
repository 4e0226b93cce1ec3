import type DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../product.config";

/** Who asks, as far as counting copies and limiting rates goes. */
export interface Caller {
  address: string;
  userAgent: string;
}

/** Makes a loader for one request. Its identity is the loader's name. */
export type LoaderFactory<Key, Value> = (context: RequestContext) => DataLoader<Key, Value, unknown>;

/** What resolvers get: one a request, also for operations that a page runs in process. */
export class RequestContext {
  // Not #private: Apollo Server works on a copy of the context.
  private readonly loaders = new Map<LoaderFactory<never, never>, unknown>();

  constructor(
    readonly dataSource: DataSource,
    readonly caller: Caller,
    readonly links: SiteLinks,
  ) {}

  /** The request's loader of this kind, made when it is first asked for. */
  loader<Key, Value>(factory: LoaderFactory<Key, Value>): DataLoader<Key, Value, unknown> {
    const known = this.loaders.get(factory as LoaderFactory<never, never>);
    if (known) return known as DataLoader<Key, Value, unknown>;
    const made = factory(this);
    this.loaders.set(factory as LoaderFactory<never, never>, made);
    return made;
  }
}
