import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useState } from "react";
import { graphql } from "../../gql";
import type { PromptHistoryQuery as Data } from "../../gql/graphql";

const PromptHistoryQuery = graphql(`
  query PromptHistory($id: ID!, $first: Int!, $after: String) {
    viewer {
      user {
        id
      }
    }
    prompt(id: $id) {
      id
      history(first: $first, after: $after) {
        totalCount
        edges {
          cursor
          node {
            number
            createdAt
            locales
            changes
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const PAGE = 10;

type Page = NonNullable<NonNullable<Data["prompt"]>["history"]>;
export type Version = Page["edges"][number]["node"];

interface History {
  /** Former versions, the newest first. */
  versions: readonly Version[];
  /** The cursor of the version before it in the list, by number; null for the first. */
  cursors: ReadonlyMap<number, string | null>;
  total: number;
  next: string | null;
}

interface HistoryState {
  history: History | null;
  error: unknown;
  reload(): void;
  loadMore(): Promise<void>;
}

/**
 * The former versions of the member's prompt, read again when it changes. They are kept out of the cache, which outlives the session.
 * @param updatedAt the version that is current
 */
export function useHistory(id: string, updatedAt: string): HistoryState {
  const client = useApolloClient();
  const [history, setHistory] = useState<History | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const [attempt, setAttempt] = useState(0);

  const read = useCallback(
    async (after: string | null) => {
      const variables = { id, first: PAGE, after };
      const { data } = await client.query({ query: PromptHistoryQuery, variables, fetchPolicy: "no-cache" });
      return data?.prompt?.history ?? null;
    },
    [client, id],
  );

  useEffect(() => {
    let active = true;
    read(null).then(
      (page) => {
        if (!active || !page) return;
        setHistory(extended(null, page));
        setError(undefined);
      },
      (reason: unknown) => active && setError(reason),
    );
    return () => {
      active = false;
    };
  }, [read, updatedAt, attempt]);

  const loadMore = async () => {
    if (!history?.next) return;
    const page = await read(history.next);
    // A newer version may have been read meanwhile.
    if (page) setHistory((current) => (current === history ? extended(history, page) : current));
  };
  return { history, error: history ? undefined : error, reload: () => setAttempt(attempt + 1), loadMore };
}

function extended(history: History | null, { edges, totalCount, pageInfo }: Page): History {
  const cursors = new Map(history?.cursors);
  let previous = history?.next ?? null;
  for (const { cursor, node } of edges) {
    cursors.set(node.number, previous);
    previous = cursor;
  }
  const versions = [...(history?.versions ?? []), ...edges.map(({ node }) => node)];
  return { versions, cursors, total: totalCount, next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}
