import { ApolloClient, ApolloLink, HttpLink, type NormalizedCacheObject } from "@apollo/client";
import type { Observable } from "rxjs";
import { createCache } from "./cache";
import { sendAs } from "../session/send-as";
import type { Session } from "../session/session";
import { sessionLink } from "../session/session-link";

/** What an operation's context may have as `deliver`: it says when its answers are delivered. */
export type Deliver = (answers: Observable<ApolloLink.Result>) => Observable<ApolloLink.Result>;

export function createBrowserClient(basePath: string, state: NormalizedCacheObject, session: Session): ApolloClient {
  const http = new HttpLink({
    uri: `${basePath}/graphql`,
    credentials: "same-origin",
    fetch: (address, request = {}) => sendAs(session, (headers) => fetch(address, withHeaders(request, headers))),
  });
  const delivery = new ApolloLink((operation, forward) => {
    const answers = forward(operation);
    const deliver = operation.getContext()["deliver"] as Deliver | undefined;
    return deliver ? deliver(answers) : answers;
  });
  const client = new ApolloClient({
    cache: createCache().restore(state),
    link: ApolloLink.from([sessionLink(session), delivery, http]),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
  let { account } = session;
  session.subscribe(() => {
    if (session.account === account) return;
    ({ account } = session);
    // Answers for a visitor: nothing of a member is in the cache. What the page shows is asked for again.
    client.cache.evict({ id: "ROOT_QUERY", fieldName: "viewer" });
    void client.refetchQueries({ include: "active" }).catch(() => null);
  });
  return client;
}

function withHeaders(request: RequestInit, added: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...request, headers };
}
