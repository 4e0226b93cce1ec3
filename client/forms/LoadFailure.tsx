import { useApolloClient } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/Button";
import { requestSignInAgain } from "../session/dialog-request";
import { knownViewer } from "../session/viewer";
import { type Action, failureOf, useFailureText } from "./failure-text";
import { useRetryOnline } from "../ui/use-retry-online";
import classes from "./LoadFailure.module.css";

interface LoadFailureProps {
  error: unknown;
  action?: Action;
  onRetry(): void;
}

/** Replaces account data that failed to load. They are loaded again once the browser is back online. A member whose session has ended logs in first. */
export function LoadFailure({ error, action = "load", onRetry }: LoadFailureProps) {
  const failureText = useFailureText(action);
  const client = useApolloClient();
  const retry = async () => {
    const member = knownViewer(client)?.user;
    if (member && failureOf(error).reason === "signed-out") {
      if (!(await requestSignInAgain(member.username))) return;
      // What else of the page could not be loaded.
      void client.refetchQueries({ include: "active" }).catch(() => null);
    }
    onRetry();
  };
  useRetryOnline(onRetry);
  return (
    <div className={classes.failure} role="alert">
      <p>{failureText(error)}</p>
      <Button onClick={() => void retry()}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}
