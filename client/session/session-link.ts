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
 * A query that was asked as a visitor, who has signed in since, is asked again. A query about a member whose session has ended is an error:
 * in the cache its answer would make the page a visitor's, and what is theirs alone would seem to be gone. So each query whose answer
 * depends on the member asks for the `viewer`. It is asked twice, as the first may have crossed with an answer that brought
 * another cookie.
 */
export function sessionLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if ((operation.operationType as string) !== "query") return forward(operation);
    const send = (isRepeated: boolean): ReturnType<typeof forward> => {
      const { account } = session;
      return forward(operation).pipe(
        mergeMap((result) => {
          if (session.account !== account) return send(false);
          // Beside an error, it is null for another reason.
          if (!session.began || result.errors || result.data?.["viewer"] !== null) return of(result);
          return isRepeated ? throwError(() => new SessionEndedError()) : send(true);
        }),
      );
    };
    return send(false);
  });
}
