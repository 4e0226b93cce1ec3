import { ApolloClient, HttpLink, type NormalizedCacheObject } from "@apollo/client";
import { createCache } from "./cache";
import type { Session } from "../session/session";
import { sessionLink } from "../session/session-link";

export function createBrowserClient(basePath: string, state: NormalizedCacheObject, session: Session): ApolloClient {
  const cache = createCache().restore(state);
  session.subscribe(() => {
    // A visitor is nobody: to take that away would make those who show it ask for it.
    cache.modify({ fields: { viewer: (_, { DELETE }): unknown => (session.signedIn ? DELETE : null) } });
    cache.evict({ id: "Viewer:{}" });
    // What only the member could see hangs on nothing else.
    cache.gc();
  });
  const http = new HttpLink({
    uri: `${basePath}/graphql`,
    credentials: "same-origin",
    fetch: (address, request) => fetchInSession(session, address, request),
  });
  return new ApolloClient({
    cache,
    link: sessionLink(session).concat(http),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
}

/** A request that comes after its access token has ended is refused, not answered as a visitor's: it goes again with a new one. */
async function fetchInSession(session: Session, address: RequestInfo | URL, request?: RequestInit): Promise<Response> {
  const answer = await fetch(address, request);
  if (answer.status !== 401) return answer;
  await session.refresh();
  return fetch(address, request);
}
