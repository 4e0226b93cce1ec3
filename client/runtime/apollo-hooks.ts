import {
  type skipToken as SkipToken,
  skipToken,
  useApolloClient,
  useMutation as useMutationOfApollo,
  useQuery as useQueryOfApollo,
} from "@apollo/client/react";
import type { DocumentNode } from "graphql";
import type { ServerCache } from "./server-cache";

interface Options {
  variables?: object;
  skip?: boolean;
}

/** On the server a query is what a loader got, or still loading: nothing is watched. */
function useLoadedQuery(query: DocumentNode, options: Options | typeof SkipToken = {}) {
  const { cache } = useApolloClient();
  const isSkipped = options === skipToken || options.skip === true;
  const data = isSkipped ? undefined : (cache as ServerCache).resultOf(query, options.variables);
  return { data, loading: !isSkipped && data === undefined, error: undefined, previousData: undefined };
}

const UNUSED_MUTATION = [
  () => Promise.reject(new Error("A page changes nothing.")),
  { data: undefined, error: undefined, loading: false, called: false },
];

/** Apollo's `useQuery`. */
export const useQuery = (import.meta.env.SSR ? useLoadedQuery : useQueryOfApollo) as typeof useQueryOfApollo;

/** Apollo's `useMutation`. A card has two, and each has a state of its own to set up. */
export const useMutation = (
  import.meta.env.SSR ? () => UNUSED_MUTATION : useMutationOfApollo
) as typeof useMutationOfApollo;
