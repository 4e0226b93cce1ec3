import { ApolloClient, ApolloLink, HttpLink, type NormalizedCacheObject, type Reference } from "@apollo/client";
import type { Observable } from "rxjs";
import { createCache } from "./cache";
import { sendWithRefresh } from "../session/send-with-refresh";
import type { Session } from "../session/session";
import { sessionLink } from "../session/session-link";

/** What the API answers to everybody alike. Any other field of it is forgotten when somebody else is here. */
export const PUBLIC = new Set("__typename doc feedback pickOfTheDay prompts site tags user users".split(" "));
/** What the API answers to others about a comment that moderators have hidden, whose place stays. */
export const HIDDEN: Readonly<Record<string, unknown>> = { html: "", body: "", author: null, editedAt: null };

/** What an operation's context may have as `deliver`: it says when its answers are delivered. */
export type Deliver = (answers: Observable<ApolloLink.Result>, account: string | null) => Observable<ApolloLink.Result>;

export function createBrowserClient(basePath: string, state: NormalizedCacheObject, session: Session): ApolloClient {
  const cache = createCache().restore(state);
  session.subscribe(() => {
    cache.modify({
      fields: (found: unknown, { fieldName, readField, DELETE }): unknown => {
        // For a visitor, null: deleting the field would make mounted queries refetch it.
        if (fieldName === "viewer") return session.signedIn ? DELETE : null;
        if (PUBLIC.has(fieldName) || !found) return found;
        // What only its author may see is not there for anybody else.
        if (fieldName !== "prompt" || readField("shared", found as Reference) === undefined) return DELETE;
        return readField("shared", found as Reference) && !readField("hidden", found as Reference) ? found : null;
      },
    });
    for (const id in cache.extract()) {
      if (!id.startsWith("Comment:")) continue;
      cache.modify({
        id,
        fields: (found: unknown, { fieldName, readField }): unknown =>
          readField("hidden") === false || !(fieldName in HIDDEN) ? found : HIDDEN[fieldName],
      });
    }
    cache.evict({ id: "Viewer:{}" });
    // Collects what only the viewer referenced.
    cache.gc();
  });
  const http = new HttpLink({
    uri: `${basePath}/graphql`,
    credentials: "same-origin",
    fetch: (address, request = {}) =>
      sendWithRefresh(
        session,
        (headers) => fetch(address, withHeaders(request, headers)),
        // Apollo Client's link, which always sends text, says it nowhere else.
        (request.body as string).includes('"query":"mutation') ? "mutation" : undefined,
      ),
  });
  const delivery = new ApolloLink((operation, forward) => {
    const answers = forward(operation);
    const deliver = operation.getContext()["deliver"] as Deliver | undefined;
    return deliver ? deliver(answers, session.account) : answers;
  });
  return new ApolloClient({
    cache,
    link: ApolloLink.from([sessionLink(session), delivery, http]),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
}

function withHeaders(request: RequestInit, added: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...request, headers };
}
