import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/Button";
import { type Action, useFailureText } from "./failure-text";
import { useRetryOnline } from "../ui/use-retry-online";
import classes from "./LoadFailure.module.css";

interface LoadFailureProps {
  error: unknown;
  action?: Action;
  onRetry(): void;
}

/** Replaces account data that failed to load. They are loaded again once the browser is back online. */
export function LoadFailure({ error, action = "load", onRetry }: LoadFailureProps) {
  const failureText = useFailureText(action);
  useRetryOnline(onRetry);
  return (
    <div className={classes.failure} role="alert">
      <p>{failureText(error)}</p>
      <Button onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}
