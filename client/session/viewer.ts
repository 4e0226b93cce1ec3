import { useApolloClient, skipToken, useQuery } from "@apollo/client/react";
import { useCallback, useEffect, useState } from "react";
import { graphql } from "../gql";
import type { AccountViewerFragment } from "../gql/graphql";
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

interface ViewerState {
  /** Undefined while it is not known; null for a visitor. */
  viewer: ViewerData | null | undefined;
  /** Why it could not be asked. */
  error: unknown;
  retry(): void;
}

/**
 * Who is signed in.
 * @param ask also where this browser knows of nobody: its memory may have been cleared, and the cookies not.
 */
export function useViewer({ ask = false } = {}): ViewerState {
  const { session } = useSite();
  const signedIn = useSignedIn();
  const hydrated = useHydrated();
  const asks = hydrated && (signedIn || ask);
  const enter = useEnter();
  const { data, error, refetch } = useQuery(ViewerQuery, asks ? {} : skipToken);
  const viewer = asks ? data?.viewer : hydrated ? null : undefined;
  const client = useApolloClient();
  useEffect(() => {
    // What was rendered may be older than the session: another tab's news are in the cache first.
    const known = viewer === undefined ? null : client.readQuery({ query: ViewerQuery });
    if (known?.viewer && known.viewer.user.id !== session.account) enter(known.viewer);
    if (known?.viewer === null && signedIn) session.end();
  }, [viewer, signedIn, session, client, enter]);
  return { viewer, error: data ? undefined : error, retry: () => void refetch().catch(() => null) };
}

/** The same, asked in any case; who was here last stands there while somebody else is being asked for. */
export function useKnownViewer(): ViewerState {
  const { viewer, ...state } = useViewer({ ask: true });
  const [known, setKnown] = useState(viewer);
  if (viewer !== undefined && viewer !== known) setKnown(viewer);
  return { viewer: known, ...state };
}

/** To be called when the server has said who is signed in. What a visitor had typed is theirs from then on. */
export function useEnter(): (viewer: ViewerData) => void {
  const client = useApolloClient();
  const { session } = useSite();
  return useCallback(
    (viewer) => {
      privateStorage(session);
      session.begin(viewer.user.id);
      client.writeQuery({ query: ViewerQuery, data: { __typename: "Query", viewer } });
    },
    [client, session],
  );
}
