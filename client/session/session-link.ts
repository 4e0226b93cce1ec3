import { ApolloLink } from "@apollo/client";
import { mergeMap, of, throwError } from "rxjs";
import type { Session } from "./session";

/** The member's session has ended, so that the server answers as it answers a visitor. */
export class SessionEndedError extends Error {
  constructor() {
    super("The session has ended.");
  }
}

/**
 * Answers to a query about the member, whose session has ended meanwhile, are an error: in the cache they would make the page a
 * visitor's. The query is asked twice, as the first may have crossed with an answer that brought another cookie.
 */
export function sessionLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send = (isRepeated: boolean): ReturnType<typeof forward> =>
      forward(operation).pipe(
        mergeMap((result) => {
          // Beside an error, it is null for another reason.
          if (!session.began || result.errors || result.data?.["viewer"] !== null) return of(result);
          return isRepeated ? throwError(() => new SessionEndedError()) : send(true);
        }),
      );
    return send(false);
  });
}
