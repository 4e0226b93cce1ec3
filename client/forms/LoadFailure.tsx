import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/Button";
import { useFailureText } from "./failure-text";
import classes from "./LoadFailure.module.css";

/** Replaces account data that failed to load. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const failureText = useFailureText("load");
  return (
    <div className={classes.failure} role="alert">
      <p>{failureText(error)}</p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
