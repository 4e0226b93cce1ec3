import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { copyText } from "../prompt";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import classes from "./AccountList.module.css";

/** The only time that a token is shown. */
export function NewApiToken({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = () => {
    copyText(Promise.resolve(token)).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <div ref={box} className={classes.made} tabIndex={-1}>
      <p>
        <Trans>This is your new token. Copy it now: it is not shown again.</Trans>
      </p>
      <code dir="ltr">{token}</code>
      <Button onClick={copy}>{outcome === "copied" ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</Button>
      <p role="status">
        {outcome === "copied" && (
          <VisuallyHidden>
            <Trans>Copied</Trans>
          </VisuallyHidden>
        )}
        {outcome === "failed" && <Trans>The browser did not let it be copied. Select it and copy it yourself.</Trans>}
      </p>
    </div>
  );
}
