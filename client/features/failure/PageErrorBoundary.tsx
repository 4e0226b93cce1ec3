import { useLocation, useNavigate, useNavigation, useRevalidator, useRouteError } from "react-router-dom";
import { PRODUCT_NAME } from "../../../contract/product";
import { PageLoadError, isConnectionFailure } from "../../runtime/error-chain";
import { useApolloClient } from "@apollo/client/react";
import { Button } from "../../ui/Button";
import { useRetryOnline } from "../../ui/use-retry-online";
import { Trans } from "@lingui/react/macro";
import { FailureWords } from "./FailureWords";
import classes from "./failure.module.css";

/**
 * The page's code or data failed to load, or a component threw. The button loads both again, and renders the page. So does the browser
 * for what failed to load, once it is back online.
 */
export function PageErrorBoundary() {
  const error = useRouteError();
  const apollo = useApolloClient();
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isLoadFailure = error instanceof PageLoadError;
  // Partially loaded data might not be consistent with what the retry loads, or may have caused the crash.
  // The router forgets an error for sure at a new location. One with a fragment would load nothing.
  const loadAgain = () =>
    hash ? revalidate() : navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  const retry = () => void apollo.clearStore().then(loadAgain);
  useRetryOnline(isLoadFailure && state !== "loading" ? retry : null);
  const isConnection = isLoadFailure && (isConnectionFailure(error) || isOffline());
  return (
    <section className={isLoadFailure ? `${classes.failure} ${classes.notLoaded}` : classes.failure} role="alert">
      <title>{PRODUCT_NAME}</title>
      <h1>{isLoadFailure ? <Trans>This page could not be loaded.</Trans> : <Trans>This page crashed.</Trans>}</h1>
      <p>
        <FailureWords error={error} of={isLoadFailure ? "load" : "crash"}>
          {isConnection ? (
            <Trans>Check your connection and try again.</Trans>
          ) : (
            <Trans>The site has a problem at the moment. Try again in a few minutes.</Trans>
          )}
        </FailureWords>
      </p>
      <Button loading={state === "loading"} onClick={retry}>
        {isLoadFailure ? <Trans>Retry</Trans> : <Trans>Try again</Trans>}
      </Button>
      {/* A failed connection is no fault of the site, and browsers describe it in English. */}
      {!isConnection && <FailureWords error={error} of="details" />}
    </section>
  );
}

/** What was loaded in part may fail in other ways than the connection. */
function isOffline(): boolean {
  return !import.meta.env.SSR && !navigator.onLine;
}
