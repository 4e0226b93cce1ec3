import { useApolloClient } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useRevalidator } from "react-router-dom";
import { errorChain } from "../../runtime/error-chain";
import classes from "./failure.module.css";

/** A page's component threw: says so, with the chain of causes, and offers to render it again. */
export function Crash({ error }: { error: unknown }) {
  const apollo = useApolloClient();
  const { revalidate, state } = useRevalidator();
  // The data may be what it crashed on: they are fetched anew.
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
        <Trans>Something in it went wrong. Try again, or go back to all prompts.</Trans>
      </p>
      <ol className={classes.chain} dir="ltr" lang="en">
        {errorChain(error).map((message, depth) => (
          <li key={depth}>{message}</li>
        ))}
      </ol>
      <Button loading={state === "loading"} onClick={() => void tryAgain()}>
        <Trans>Try again</Trans>
      </Button>
    </section>
  );
}
