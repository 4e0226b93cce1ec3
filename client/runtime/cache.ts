import { InMemoryCache, type InMemoryCacheConfig } from "@apollo/client";

export const CACHE_CONFIG: InMemoryCacheConfig = {
  typePolicies: {
    Tag: { keyFields: ["slug"] },
    // A text has no identity of its own: the fields of several queries are merged in its prompt.
    PromptText: { keyFields: false, merge: true },
    Site: { keyFields: [] },
    Viewer: { keyFields: [] },
  },
};

export function createCache(): InMemoryCache {
  return new InMemoryCache(CACHE_CONFIG);
}
