import { ApolloClient, HttpLink, isReference, type NormalizedCacheObject } from "@apollo/client";
import { createCache } from "./cache";
import { sendWithRefresh } from "../session/send-with-refresh";
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
    fetch: (address, request = {}) =>
      sendWithRefresh(session, (headers) => fetch(address, withHeaders(request, headers))),
  });
  return new ApolloClient({
    cache,
    link: sessionLink(session).concat(http),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
}

function withHeaders(request: RequestInit, added: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...request, headers };
}
