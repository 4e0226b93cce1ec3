import { InMemoryCache } from "@apollo/client";

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Tag: { keyFields: ["slug"] },
      // A text has no identity apart from its prompt: what two queries ask of it comes together.
      PromptText: { keyFields: false, merge: true },
      Site: { keyFields: [] },
      Viewer: { keyFields: [] },
    },
  });
}
