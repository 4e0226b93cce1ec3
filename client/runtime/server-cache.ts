import { InMemoryCache } from "@apollo/client";
import type { DocumentNode } from "graphql";
import { CACHE_CONFIG } from "./cache";

/** Adds `__typename` to each document once, and not for each page. */
const documents = new InMemoryCache();

export function documentToSend(query: DocumentNode): DocumentNode {
  return documents.transformDocument(query);
}

/**
 * A cache for one page. Loaders ask for what the page's components then ask for again, with the same document and variables: they get the
 * same result, which is not put together from the normalized objects each time. Those are only for the browser.
 */
export class ServerCache extends InMemoryCache {
  private readonly results = new Map<DocumentNode, Map<string, unknown>>();

  constructor() {
    super({ ...CACHE_CONFIG, resultCaching: false });
  }

  keep(query: DocumentNode, variables: object | undefined, result: unknown): void {
    const known = this.results.get(query) ?? new Map<string, unknown>();
    this.results.set(query, known.set(keyOf(variables), result));
    this.write({ query: documentToSend(query), variables: { ...variables }, result, dataId: "ROOT_QUERY" });
  }

  /** @returns undefined unless all of it is known */
  resultOf(query: DocumentNode, variables: object | undefined): unknown {
    const known = this.results.get(query)?.get(keyOf(variables));
    if (known !== undefined) return known;
    // Of a query that nobody has asked for, others may have brought all.
    const { result, complete } = this.diff({
      query: documentToSend(query),
      variables: { ...variables },
      returnPartialData: false,
      optimistic: false,
    });
    return complete ? result : undefined;
  }
}

function keyOf(variables: object | undefined): string {
  return JSON.stringify(Object.entries(variables ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}
