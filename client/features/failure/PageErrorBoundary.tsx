import { useRouteError, useRevalidator } from "react-router-dom";
import { PageLoadError, errorChain, isConnectionFailure } from "../../runtime/error-chain";
import { useApolloClient } from "@apollo/client/react";
import { Button } from "../../ui/Button";
import { Trans } from "@lingui/react/macro";
import classes from "./failure.module.css";

export function PageErrorBoundary() {
  const error = useRouteError();
  return error instanceof PageLoadError ? <LoadFailure error={error} /> : <Crash error={error} />;
}

/** The page's code or data failed to load. Retry loads both again. */
function LoadFailure({ error }: { error: PageLoadError }) {
  const apollo = useApolloClient();
  const { revalidate, state } = useRevalidator();
  // Partially loaded data might not be consistent with what the retry loads.
  const retry = async () => {
    await apollo.clearStore();
    await revalidate();
  };
  return (
    <section className={classes.box} role="alert">
      <h1>
        <Trans>This page could not be loaded.</Trans>
      </h1>
      <p>
        {isConnectionFailure(error) ? (
          <Trans>Check your connection and try again.</Trans>
        ) : (
          <Trans>The site has a problem at the moment. Try again in a few minutes.</Trans>
        )}
      </p>
      <Causes error={error} />
      <Button loading={state === "loading"} onClick={() => void retry()}>
        <Trans>Retry</Trans>
      </Button>
    </section>
  );
}

/** A component threw: shows the chain of causes and offers to render the page again. */
function Crash({ error }: { error: unknown }) {
  const apollo = useApolloClient();
  const { revalidate, state } = useRevalidator();
  // The data may have caused the crash: fetch it again.
  const tryAgain = async () => {
    await apollo.clearStore();
    await revalidate();
  };
  return (
    <section className={classes.failure} role="alert">
      <h1>
        <Trans>This page crashed.</Trans>
      </h1>
      <p>
        <Trans>Something on it went wrong. Try again, or go back to all prompts.</Trans>
      </p>
      <Causes error={error} />
      <Button loading={state === "loading"} onClick={() => void tryAgain()}>
        <Trans>Try again</Trans>
      </Button>
    </section>
  );
}

/** The messages of the error and its causes, for whoever reports it. They are not translated. */
function Causes({ error }: { error: unknown }) {
  return (
    <ol className={classes.chain} dir="ltr" lang="en">
      {errorChain(error).map((message, depth) => (
        <li key={depth}>{message}</li>
      ))}
    </ol>
  );
}
