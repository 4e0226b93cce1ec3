import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useRef } from "react";
import { useSite } from "../runtime/SiteProvider";
import { requestSignInAgain } from "../session/dialog-request";
import { SessionEndedError } from "../session/session-link";
import { knownViewer } from "../session/viewer";
import { failureOf, OtherAccountError } from "./failure-text";

/**
 * Returns a function that carries out an action of the signed-in member. If their session has ended elsewhere, it asks them to sign
 * in again and then repeats the action, for the same account only.
 */
export function useWithSession(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  const client = useApolloClient();
  const { session } = useSite();
  const member = useRef<{ id: string; username: string } | null>(null);
  const remember = useCallback(() => {
    const viewer = session.signedIn ? knownViewer(client) : null;
    if (viewer) member.current = viewer.user;
  }, [client, session]);
  // The session may have ended by the time of the action.
  useEffect(remember);
  return useCallback(
    async (action) => {
      remember();
      const owner = member.current;
      for (let isRepeated = false; ; isRepeated = true) {
        try {
          const result = await action();
          if (isRepeated) void refreshShown(client);
          return result;
        } catch (error) {
          if (!owner || !isRefusedForLackOfSession(error)) throw error;
          // A SessionEndedError belongs to an earlier session: by now somebody may be signed in again.
          if (!(error instanceof SessionEndedError)) session.end();
          if (session.loggedOut) throw error;
          if (!session.signedIn && !(await requestSignInAgain(owner.username))) throw error;
          if (session.account !== owner.id) throw new OtherAccountError();
        }
      }
    },
    [client, remember, session],
  );
}

function isRefusedForLackOfSession(error: unknown): boolean {
  if (error instanceof SessionEndedError) return error.wasRefused;
  return failureOf(error).reason === "signed-out";
}

/**
 * The page has asked again too, as whoever signed in: answers from before the action would hide what it has done, and counts would be
 * corrected twice. It is asked twice, because the first time gets the answers that are on their way.
 */
async function refreshShown(client: ApolloClient): Promise<void> {
  const askAgain = () => client.refetchQueries({ include: "active" });
  await askAgain()
    .then(askAgain, askAgain)
    .catch(() => null);
}
