import { ApolloLink } from "@apollo/client";
import { mergeMap, of, throwError } from "rxjs";
import type { Session } from "./session";

/** Answers to mutations that show nothing of who asked: they sign somebody in, or say that something is done. */
const SHOW_NOBODY = ["SignInPayload", "AcceptedPayload"];

/** Somebody asked for something of their own, and was gone before the answer came. */
export class SessionEndedError extends Error {}

/**
 * Keeps late answers from who is here now: what a member asked for must not reach a visitor or another member, on the page or in
 * the cache. A query is asked again, for whoever is here now.
 */
export function sessionLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const ask = (): ReturnType<typeof forward> => {
      const { account } = session;
      return forward(operation).pipe(
        mergeMap((result) => {
          if (session.account === account) return of(result);
          if ((operation.operationType as string) === "query") return ask();
          const [payload] = Object.values((result.data ?? {}) as Record<string, { __typename?: string } | null>);
          if (account === null || SHOW_NOBODY.includes(payload?.__typename ?? "")) return of(result);
          return throwError(() => new SessionEndedError("The session has ended."));
        }),
      );
    };
    return ask();
  });
}
