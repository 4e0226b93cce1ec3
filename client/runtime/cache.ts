import { InMemoryCache } from "@apollo/client";

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Tag: { keyFields: ["slug"] },
      // A text has no identity of its own: the fields of several queries are merged in its prompt.
      PromptText: { keyFields: false, merge: true },
      Site: { keyFields: [] },
      Viewer: { keyFields: [] },
    },
  });
}
