import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button";
import classes from "./Composer.module.css";

/** Asks before what is written, and kept nowhere else, is discarded. */
export function DiscardQuestion({ onStay, onDiscard }: { onStay(): void; onDiscard(): void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <>
      <span role="alert">
        <Trans>Discard what you have written? It cannot be brought back.</Trans>
      </span>
      <span className={classes.buttons}>
        <Button ref={stay} variant="default" onClick={onStay}>
          <Trans>Go on writing</Trans>
        </Button>
        <Button variant="outline" className={classes.danger} onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </span>
    </>
  );
}
