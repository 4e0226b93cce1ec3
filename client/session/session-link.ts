import { ApolloLink } from "@apollo/client";
import { mergeMap, of, throwError } from "rxjs";
import type { Session } from "./session";

/** Mutation payloads without data of the requesting account: they sign a user in or merely confirm. */
const ACCOUNT_INDEPENDENT = ["SignInPayload", "AcceptedPayload"];

/** The session ended between the request and the response. */
export class SessionEndedError extends Error {}

/**
 * Drops late responses after a change of account: a member's data must not reach a visitor or another member, on the page or in the
 * cache. Queries are sent again for the current account.
 */
export function sessionLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send = (): ReturnType<typeof forward> => {
      const { account } = session;
      return forward(operation).pipe(
        mergeMap((result) => {
          if (session.account === account) return of(result);
          if ((operation.operationType as string) === "query") return send();
          const [payload] = Object.values((result.data ?? {}) as Record<string, { __typename?: string } | null>);
          if (account === null || ACCOUNT_INDEPENDENT.includes(payload?.__typename ?? "")) return of(result);
          return throwError(() => new SessionEndedError("The session has ended."));
        }),
      );
    };
    return send();
  });
}
