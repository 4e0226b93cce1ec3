import { ApolloClient, HttpLink, type NormalizedCacheObject } from "@apollo/client";
import { createCache } from "./cache";

export function createBrowserClient(basePath: string, state: NormalizedCacheObject): ApolloClient {
  return new ApolloClient({
    cache: createCache().restore(state),
    link: new HttpLink({ uri: `${basePath}/graphql`, credentials: "same-origin" }),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
}
