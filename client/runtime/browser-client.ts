import { ApolloClient, HttpLink, isReference, type NormalizedCacheObject } from "@apollo/client";
import { ACCOUNT_HEADER } from "../../contract/session";
import { createCache } from "./cache";
import type { Session } from "../session/session";
import { sessionLink } from "../session/session-link";

export function createBrowserClient(basePath: string, state: NormalizedCacheObject, session: Session): ApolloClient {
  const cache = createCache().restore(state);
  session.subscribe(() => {
    // For a visitor, null: deleting the field would make mounted queries refetch it.
    cache.modify({
      fields: {
        viewer: (_, { DELETE }): unknown => (session.signedIn ? DELETE : null),
        // What only its author may see is not there for anybody else.
        prompt: (found: unknown, { readField, DELETE }): unknown => {
          if (!isReference(found)) return found;
          const [shared, hidden] = [readField("shared", found), readField("hidden", found)];
          if (shared === undefined) return DELETE;
          return shared === false || hidden === true ? null : found;
        },
        promptsByIds: (_, { DELETE }): unknown => DELETE,
      },
    });
    cache.evict({ id: "Viewer:{}" });
    // Collects what only the viewer referenced.
    cache.gc();
  });
  const http = new HttpLink({
    uri: `${basePath}/graphql`,
    credentials: "same-origin",
    fetch: (address, request = {}) => fetchWithRefresh(session, address, request),
  });
  return new ApolloClient({
    cache,
    link: sessionLink(session).concat(http),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
}

/**
 * The server rejects an expired access token instead of treating the request as a visitor's. Refreshes it and retries once, for the
 * same account only: another tab may have logged in to another one.
 */
async function fetchWithRefresh(session: Session, address: RequestInfo | URL, request: RequestInit): Promise<Response> {
  const { account } = session;
  // Another tab's cookies may be here before its notice: the server refuses what is meant for another account.
  const send = () => fetch(address, account ? withHeader(request, ACCOUNT_HEADER, account) : request);
  const response = await send();
  if (response.status !== 401) return response;
  const current = response.headers.get(ACCOUNT_HEADER);
  if (current === null) await session.refresh();
  // The cookies are those of another account, of which this browser has not been told.
  else if (session.account === account) session.begin(current);
  return session.account === account ? send() : response;
}

function withHeader(request: RequestInit, name: string, value: string): RequestInit {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return { ...request, headers };
}
