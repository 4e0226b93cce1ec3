import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import { useSite } from "../runtime/SiteProvider";
import { requestSignInAgain } from "../session/dialog-request";
import { isSignedIn } from "../session/is-signed-in";
import { knownViewer } from "../session/viewer";
import { failureOf } from "./failure-text";

/**
 * Returns a function that carries out an action of the member. If their session has ended meanwhile, it asks them to log in again, over
 * what they do, and repeats the action. Another account that logs in instead reloads the page.
 */
export function useWithSession(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  const client = useApolloClient();
  const { session } = useSite();
  return useCallback(
    async (action) => {
      for (let isRepeated = false; ; isRepeated = true) {
        try {
          const result = await action();
          if (isRepeated) void client.refetchQueries({ include: "active" }).catch(() => null);
          return result;
        } catch (error) {
          const member = knownViewer(client)?.user;
          if (!member || failureOf(error).reason !== "signed-out") throw error;
          // The request may have crossed with an answer that brought another cookie.
          const isHere = !isRepeated && (await isSignedIn(session).catch(() => false));
          if (!isHere && !(await requestSignInAgain(member.username))) throw error;
        }
      }
    },
    [client, session],
  );
}
