import { useApolloClient } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useRevalidator } from "react-router-dom";
import { errorChain, type PageLoadError } from "../../runtime/error-chain";
import classes from "./failure.module.css";

/** The page's code or data did not come. Retry loads both again. */
export function LoadFailure({ error }: { error: PageLoadError }) {
  const apollo = useApolloClient();
  const { revalidate, state } = useRevalidator();
  // A part of the data may have come; with what comes now it might not fit together.
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
        <Trans>Check your connection and try again.</Trans>
      </p>
      <ol className={classes.chain} dir="ltr" lang="en">
        {errorChain(error).map((message, depth) => (
          <li key={depth}>{message}</li>
        ))}
      </ol>
      <Button loading={state === "loading"} onClick={() => void retry()}>
        <Trans>Retry</Trans>
      </Button>
    </section>
  );
}
