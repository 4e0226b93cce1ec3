import type { ApolloClient } from "@apollo/client";
import { useApolloClient, skipToken } from "@apollo/client/react";
import { useCallback, useEffect } from "react";
import { graphql } from "../gql";
import type { AccountViewerFragment } from "../gql/graphql";
import { useQuery } from "../runtime/apollo-hooks";
import { useSite } from "../runtime/SiteProvider";
import { privateStorage } from "./private-storage";
import { useHydrated } from "../ui/use-hydrated";
import { useSignedIn } from "./use-signed-in";

export type ViewerData = Omit<AccountViewerFragment, " $fragmentName">;

graphql(`
  fragment AccountViewer on Viewer {
    user {
      id
      username
    }
    email
    emailVerified
    hasPassword
    isModerator
    locale
  }
`);

const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      ...AccountViewer @unmask
    }
  }
`);

/** The viewer in the cache, without asking the server. */
export function knownViewer(client: ApolloClient): ViewerData | null {
  return client.readQuery({ query: ViewerQuery })?.viewer ?? null;
}

export interface ViewerState {
  /** Undefined while unknown; null for a visitor. */
  viewer: ViewerData | null | undefined;
  /** Why the query failed. */
  error: unknown;
  retry(): void;
}

/**
 * The signed-in viewer.
 * @param force query even if this browser knows of no session: local storage may have been cleared, but not the cookies
 */
export function useViewer({ force = false } = {}): ViewerState {
  const { session } = useSite();
  const signedIn = useSignedIn();
  const hydrated = useHydrated();
  const shouldQuery = hydrated && (signedIn || force);
  const { data, error, refetch } = useQuery(ViewerQuery, shouldQuery ? {} : skipToken);
  const viewer = shouldQuery ? data?.viewer : hydrated ? null : undefined;
  const client = useApolloClient();
  useEffect(() => {
    // The rendered viewer may be stale: changes from another tab reach the cache first.
    const known = viewer === undefined ? null : client.readQuery({ query: ViewerQuery });
    if (known) session.confirm(known.viewer?.user.id ?? null);
  }, [viewer, session, client]);
  return { viewer, error: data ? undefined : error, retry: () => void refetch().catch(() => null) };
}

/** For mutations that say who is signed in by now: in the cache that would change the page before it is left. */
export const UNCACHED = { fetchPolicy: "no-cache" } as const;

/**
 * Call the result when the server reports the signed-in viewer. The visitor's typed values move to the account. The document of another
 * member is left, by default for a new one at its address, where the code of a mailed link is gone.
 * @returns a function that returns whether the document stays
 */
export function useSetViewer(): (viewer: ViewerData, address?: string) => boolean {
  const client = useApolloClient();
  const { session } = useSite();
  return useCallback(
    (viewer, address) => {
      privateStorage(session);
      session.begin(viewer.user.id, address);
      if (session.isLeft) return false;
      client.writeQuery({ query: ViewerQuery, data: { __typename: "Query", viewer } });
      return true;
    },
    [client, session],
  );
}
