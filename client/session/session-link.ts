import { ApolloLink, ServerError } from "@apollo/client";
import { catchError, mergeMap, of, throwError } from "rxjs";
import type { Session } from "./session";

/** Mutation payloads without data of the requesting account: they sign a user in or merely confirm. */
const ACCOUNT_INDEPENDENT = ["SignInPayload", "AcceptedPayload"];

/** What the server answers to whoever may not do something; nothing has been done then. */
const REFUSALS: readonly unknown[] = ["UNAUTHENTICATED", "FORBIDDEN"];

/** The session ended between the request and the response. */
export class SessionEndedError extends Error {
  /** @param wasRefused whether the server did nothing, so that the request may be sent again */
  constructor(readonly wasRefused: boolean) {
    super("The session has ended.");
  }
}

/**
 * Drops late responses after a change of account: a member's data must not reach a visitor or another member, on the page or in the
 * cache. Queries are sent again for the current account.
 */
export function sessionLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const isQuery = (operation.operationType as string) === "query";
    const send = (): ReturnType<typeof forward> => {
      const { account } = session;
      return forward(operation).pipe(
        mergeMap((result) => {
          if (session.account === account) return of(result);
          if (isQuery) return send();
          const [payload] = Object.values((result.data ?? {}) as Record<string, { __typename?: string } | null>);
          if (account === null || ACCOUNT_INDEPENDENT.includes(payload?.__typename ?? "")) return of(result);
          const wasRefused = result.errors?.some(({ extensions }) => REFUSALS.includes(extensions?.["code"])) ?? false;
          return throwError(() => new SessionEndedError(wasRefused));
        }),
        catchError((error: unknown) => {
          // Credentials that are refused come without a GraphQL response.
          if (session.account === account || !ServerError.is(error) || error.statusCode !== 401) throw error;
          return isQuery ? send() : throwError(() => new SessionEndedError(true));
        }),
      );
    };
    return send();
  });
}
