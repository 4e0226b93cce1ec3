import { type Cache, InMemoryCache } from "@apollo/client";
import type { DocumentNode } from "graphql";

/**
 * A cache for one page. Loaders ask for what the page's components then ask for again, with the same document and variables: they get the
 * same result, which is not put together from the normalized objects each time. Those are only for the browser.
 */
export class ServerCache extends InMemoryCache {
  private readonly results = new Map<DocumentNode, Map<string, unknown>>();

  override write(options: Cache.WriteOptions): ReturnType<InMemoryCache["write"]> {
    const { query, variables, result, dataId } = options;
    if (dataId === "ROOT_QUERY") {
      const known = this.results.get(query) ?? new Map<string, unknown>();
      this.results.set(query, known.set(keyOf(variables), result));
    }
    return super.write(options);
  }

  /** Apollo Client calls it by types of its own, which it does not export. */
  override diff(options: Cache.DiffOptions): never {
    const result = this.results.get(options.query)?.get(keyOf(options.variables));
    return (result === undefined ? super.diff(options) : { result, complete: true }) as never;
  }
}

function keyOf(variables: object | undefined): string {
  return JSON.stringify(Object.entries(variables ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}
