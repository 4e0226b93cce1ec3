import { ApolloClient, ApolloLink, Observable } from "@apollo/client";
import type { DocumentNode, ExecutionResult } from "graphql";
import { CACHE_CONFIG } from "./cache";
import { ServerCache } from "./server-cache";

export type Execute = (request: {
  query: DocumentNode;
  variables?: Record<string, unknown>;
  operationName?: string;
}) => Promise<ExecutionResult>;

/** One for each request, so that cached data never leaks into another visitor's page. */
export function createServerClient(execute: Execute): ApolloClient {
  return new ApolloClient({
    cache: new ServerCache({ ...CACHE_CONFIG, resultCaching: false }),
    link: new ApolloLink(
      ({ query, variables, operationName }) =>
        new Observable((observer) => {
          execute({ query, variables, operationName }).then(
            (result) => {
              observer.next(result);
              observer.complete();
            },
            (error: unknown) => observer.error(error),
          );
        }),
    ),
    ssrMode: true,
    // Components read the fields of their fragments from the objects themselves (`use-fragment.ts`).
    dataMasking: false,
    devtools: { enabled: false },
  });
}
