import { useRouteError, useRevalidator } from "react-router-dom";
import { PRODUCT_NAME } from "../../../contract/product";
import { PageLoadError, errorChain, isConnectionFailure, minutesToWait } from "../../runtime/error-chain";
import { useApolloClient } from "@apollo/client/react";
import { Button } from "../../ui/Button";
import { useRetryOnline } from "../../ui/use-retry-online";
import { Trans } from "@lingui/react/macro";
import { FailureAdvice } from "./FailureAdvice";
import classes from "./failure.module.css";

/**
 * The page's code or data failed to load, or a component threw. The button loads both again, and renders the page. So does the browser
 * for what failed to load, once it is back online.
 */
export function PageErrorBoundary() {
  const error = useRouteError();
  const apollo = useApolloClient();
  const { revalidate, state } = useRevalidator();
  const isLoadFailure = error instanceof PageLoadError;
  // Partially loaded data might not be consistent with what the retry loads, or may have caused the crash.
  const retry = () => void apollo.clearStore().then(revalidate);
  useRetryOnline(isLoadFailure ? retry : null);
  const isConnection = isLoadFailure && (isConnectionFailure(error) || isOffline());
  return (
    <section className={isLoadFailure ? `${classes.failure} ${classes.notLoaded}` : classes.failure} role="alert">
      <title>{PRODUCT_NAME}</title>
      <h1>{isLoadFailure ? <Trans>This page could not be loaded.</Trans> : <Trans>This page crashed.</Trans>}</h1>
      <p>
        {!isLoadFailure ? (
          <Trans>Something on it went wrong. Try again, or go back to all prompts.</Trans>
        ) : isConnection ? (
          <Trans>Check your connection and try again.</Trans>
        ) : (
          <FailureAdvice error={error}>
            <Trans>The site has a problem at the moment. Try again in a few minutes.</Trans>
          </FailureAdvice>
        )}
      </p>
      <Button loading={state === "loading"} onClick={retry}>
        {isLoadFailure ? <Trans>Retry</Trans> : <Trans>Try again</Trans>}
      </Button>
      {/* For whoever reports it; not translated. A failed connection is no fault of the site, and browsers describe it in English. */}
      {!isConnection && minutesToWait(error) === null && (
        <details open={!isLoadFailure}>
          <summary>
            <Trans>Technical details</Trans>
          </summary>
          <ol dir="ltr" lang="en">
            {errorChain(error).map((message, depth) => (
              <li key={depth}>{message}</li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** What was loaded in part may fail in other ways than the connection. */
function isOffline(): boolean {
  return !import.meta.env.SSR && !navigator.onLine;
}
