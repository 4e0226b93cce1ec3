import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { NotDoneError } from "../session/send-as";
import { SessionEndedError } from "../session/session-link";
import { graphqlErrorsOf, minutesToWait } from "../runtime/graphql-errors";

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
  | "create-token"
  | "connect"
  | "delete"
  | "load"
  | "load-prompts"
  | "load-prompt"
  | "submit-prompt"
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
  | "edit-comment"
  | "delete-comment"
  | "undo-delete-comment"
  | "load-comment";

/** What asks and changes nothing: without an answer it has failed. Of anything else it is not known then whether it was done. */
const READING: ReadonlySet<Action> = new Set([
  "load",
  "load-prompts",
  "load-prompt",
  "load-history",
  "load-favorites",
  "load-reports",
  "load-comment",
  "preview-comment",
  "clear-cache",
  "export",
]);

/** Returns a message that says what failed and what to do. */
export function useFailureText(action: Action): (error: unknown) => string {
  const { t } = useLingui();
  return useCallback(
    (error) => {
      const failure = failureOf(error);
      const isUnknown = failure.reason === "unanswered" && !READING.has(action);
      const what = isUnknown ? unknownText() : actionText(action);
      const advice = isUnknown ? unknownAdvice() : adviceText(failure);
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
          case "create-token":
            return t`This could not be saved.`;
          case "connect":
            return t`The extension could not be connected.`;
          case "delete":
            return t`This could not be deleted.`;
          case "load":
            return t`Your account could not be loaded.`;
          case "load-prompts":
            return t`Your prompts could not be loaded.`;
          case "load-prompt":
            return t`The prompt could not be loaded.`;
          case "submit-prompt":
            return t`Your prompt could not be saved.`;
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
          case "edit-comment":
            return t`Your comment was not saved.`;
          case "preview-comment":
            return t`The preview could not be loaded.`;
          case "delete-comment":
            return t`The comment could not be deleted.`;
          case "undo-delete-comment":
            return t`The comment could not be brought back.`;
          case "load-comment":
            return t`The comment could not be loaded.`;
        }
      }

      /** The server may have done it. */
      function unknownText(): string {
        switch (action) {
          case "share-prompt":
          case "unshare-prompt":
            return t`No answer came, so it is not known who can see the prompt now.`;
          case "reset":
            return t`Error: no answer came, so it is not known whether this was done.`;
          default:
            return t`No answer came, so it is not known whether this was done.`;
        }
      }

      function unknownAdvice(): string {
        switch (action) {
          case "share-prompt":
          case "unshare-prompt":
            return t`The page will say so as soon as it can ask.`;
          case "register":
            return t`Try to log in before you register again, or look into your mailbox.`;
          case "password":
          case "reset":
            return t`Try to log in with the new password. If it is refused, the old one is still valid.`;
          case "login-link":
          case "mail":
            return t`Look into your mailbox before you try again.`;
          case "import":
            return t`Look through your prompts before you try again.`;
          case "create-token":
            return t`If there is a new token in the list, delete it: nobody can see it any more. Then try again.`;
          case "submit-prompt":
          case "save-copy":
            return t`Check your connection and save again: nothing is saved twice.`;
          default:
            return t`Check your connection and try again.`;
        }
      }

      function adviceText(why: Failure): string {
        switch (why.reason) {
          case "network":
          case "unanswered":
            return t`Check your connection and try again.`;
          case "limited": {
            const { minutes } = why;
            return t`${plural(minutes, { one: "Try again in # minute.", other: "Try again in # minutes." })}`;
          }
          case "signed-out":
            return t`You have been logged out. Log in and try again.`;
          case "forbidden":
            if (action === "confirm") {
              return t`This link belongs to another account. Log in to that one: the link is still good.`;
            }
            return t`Try again later.`;
          case "missing":
            if (action === "post-comment") return t`The prompt is gone: it was deleted, or is not shared any more.`;
            return t`It is not there any more.`;
          case "server":
            return t`Try again later.`;
        }
      }
    },
    [action, t],
  );
}

/** Why a request failed, as far as it matters to the user. */
type Failure =
  // Without an answer, the request may have arrived all the same.
  | { reason: "network" | "unanswered" | "server" | "signed-out" | "forbidden" | "missing" }
  | { reason: "limited"; minutes: number };

export function failureOf(error: unknown): Failure {
  if (error instanceof SessionEndedError) return { reason: "signed-out" };
  const errors = graphqlErrorsOf(error);
  for (const { extensions } of errors) {
    if (extensions?.code === "UNAUTHENTICATED") return { reason: "signed-out" };
    if (extensions?.code === "FORBIDDEN") return { reason: "forbidden" };
    if (extensions?.code === "NOT_FOUND") return { reason: "missing" };
  }
  const minutes = minutesToWait(error);
  if (minutes !== null) return { reason: "limited", minutes };
  if (error instanceof NotDoneError) return { reason: "network" };
  // `fetch` throws a TypeError if the connection fails or breaks off.
  return { reason: error instanceof TypeError ? "unanswered" : "server" };
}
