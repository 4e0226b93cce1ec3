import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { SessionEndedError } from "../session/session-link";
import { useSite } from "../runtime/SiteProvider";
import { CombinedGraphQLErrors, ServerError } from "@apollo/client";

/** The attempted action, which the failure message names. */
export type Action =
  | "login"
  | "logout"
  | "register"
  | "login-link"
  | "mail"
  | "confirm"
  | "stop-change"
  | "cancel-change"
  | "reset"
  | "password"
  | "save"
  | "delete"
  | "load"
  | "load-prompts"
  | "load-prompt"
  | "submit-prompt"
  | "remove-text"
  | "share-prompt"
  | "unshare-prompt"
  | "delete-prompt"
  | "undo-delete-prompt"
  | "restore-prompt"
  | "load-history"
  | "save-copy"
  | "add-favorite"
  | "remove-favorite"
  | "move-favorite"
  | "load-favorites"
  | "vote"
  | "clear-cache"
  | "export"
  | "import"
  | "report"
  | "moderate"
  | "load-reports"
  | "post-comment"
  | "preview-comment"
  | "delete-comment"
  | "load-comment";

/** Returns a message that says what failed and what to do. Ends the session if the server reports it as ended. */
export function useFailureText(action: Action): (error: unknown) => string {
  const { t } = useLingui();
  const { session } = useSite();
  return useCallback(
    (error) => {
      const failure = failureOf(error);
      // A SessionEndedError belongs to an earlier session: by now somebody may be signed in again.
      if (failure.reason === "signed-out" && !(error instanceof SessionEndedError)) session.end();
      const what = actionText(action);
      const advice = adviceText(failure);
      return t({
        message: `${what} ${advice}`,
        comment: "A sentence that says what failed, and one that says what to do",
      });

      function actionText(failed: Action): string {
        switch (failed) {
          case "login":
            return t`You could not be logged in.`;
          case "logout":
            return t`You could not be logged out.`;
          case "register":
            return t`You could not be registered.`;
          case "login-link":
            return t`The login link could not be sent.`;
          case "mail":
            return t`The mail could not be sent.`;
          case "confirm":
            return t`Your email could not be confirmed.`;
          case "stop-change":
            return t`The change could not be stopped.`;
          case "cancel-change":
            return t`The change could not be cancelled.`;
          case "reset":
            return t`Error: your password could not be reset.`;
          case "password":
            return t`Your password could not be changed.`;
          case "save":
            return t`This could not be saved.`;
          case "delete":
            return t`This could not be deleted.`;
          case "load":
            return t`Your account could not be loaded.`;
          case "load-prompts":
            return t`Your prompts could not be loaded.`;
          case "load-prompt":
            return t`The prompt could not be loaded.`;
          case "submit-prompt":
            return t`Your prompt could not be submitted.`;
          case "remove-text":
            return t`The language could not be removed.`;
          case "share-prompt":
            return t`The prompt could not be shared.`;
          case "unshare-prompt":
            return t`The prompt is still shared.`;
          case "delete-prompt":
            return t`The prompt could not be deleted.`;
          case "undo-delete-prompt":
            return t`The prompt could not be brought back.`;
          case "restore-prompt":
            return t`The version could not be restored.`;
          case "load-history":
            return t`The history could not be loaded.`;
          case "save-copy":
            return t`The copy could not be saved.`;
          case "add-favorite":
            return t`The prompt could not be added to your favourites.`;
          case "remove-favorite":
            return t`The prompt is still among your favourites.`;
          case "move-favorite":
            return t`The favourite could not be moved.`;
          case "load-favorites":
            return t`Your favourites could not be loaded.`;
          case "vote":
            return t`Your vote was not saved.`;
          case "clear-cache":
            return t`The cache is cleared, but not everything could be loaded again.`;
          case "export":
            return t`Export failed.`;
          case "import":
            return t`Nothing was imported.`;
          case "report":
            return t`The report could not be sent.`;
          case "moderate":
            return t`Nothing was decided.`;
          case "load-reports":
            return t`The reports could not be loaded.`;
          case "post-comment":
            return t`Your comment was not saved.`;
          case "preview-comment":
            return t`The preview could not be loaded.`;
          case "delete-comment":
            return t`The comment could not be deleted.`;
          case "load-comment":
            return t`The comment could not be loaded.`;
        }
      }

      function adviceText(why: Failure): string {
        switch (why.reason) {
          case "network":
            return t`Check your connection and try again.`;
          case "limited": {
            const { minutes } = why;
            return t`${plural(minutes, { one: "Try again in # minute.", other: "Try again in # minutes." })}`;
          }
          case "signed-out":
            return t`You have been logged out. Log in and try again.`;
          case "other-account":
            return t`You are logged in to another account now.`;
          case "forbidden":
            if (action === "confirm") {
              return t`This link belongs to another account. Log in to that one: the link is still good.`;
            }
            return t`Try again later.`;
          case "missing":
            return t`It is not there any more.`;
          case "server":
            return t`Try again later.`;
        }
      }
    },
    [action, session, t],
  );
}

/** Why a request failed, as far as it matters to the user. */
type Failure =
  | { reason: "network" | "server" | "signed-out" | "other-account" | "forbidden" | "missing" }
  | { reason: "limited"; minutes: number };

/** Somebody else has signed in than whose session had ended. */
export class OtherAccountError extends Error {}

interface GraphqlError {
  extensions?: { code?: unknown; retryAfter?: unknown } | undefined;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof SessionEndedError) return { reason: "signed-out" };
  if (error instanceof OtherAccountError) return { reason: "other-account" };
  const errors = graphqlErrorsOf(error);
  for (const { extensions } of errors) {
    if (extensions?.code === "UNAUTHENTICATED") return { reason: "signed-out" };
    if (extensions?.code === "FORBIDDEN") return { reason: "forbidden" };
    if (extensions?.code === "NOT_FOUND") return { reason: "missing" };
    if (extensions?.code === "RATE_LIMITED") {
      const seconds = typeof extensions.retryAfter === "number" ? extensions.retryAfter : 60;
      return { reason: "limited", minutes: Math.max(1, Math.ceil(seconds / 60)) };
    }
  }
  // `fetch` throws a TypeError if there is no network.
  return { reason: error instanceof TypeError ? "network" : "server" };
}

function graphqlErrorsOf(error: unknown): readonly GraphqlError[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors;
  if (!ServerError.is(error)) return [];
  try {
    return (JSON.parse(error.bodyText) as { errors?: readonly GraphqlError[] }).errors ?? [];
  } catch {
    return []; // The error page of a proxy.
  }
}
