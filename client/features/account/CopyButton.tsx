import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button, type ButtonVariant } from "../../ui/Button";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { copyText } from "../prompt";

/** Copies a text that is shown above, and says whether the browser let it. */
export function CopyButton({ text, variant = "filled" }: { text: string; variant?: ButtonVariant }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const copy = () => {
    copyText(Promise.resolve(text)).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <>
      <Button variant={variant} onClick={copy}>
        {outcome === "copied" ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
      <p role="status">
        {outcome === "copied" && (
          <VisuallyHidden>
            <Trans>Copied</Trans>
          </VisuallyHidden>
        )}
        {outcome === "failed" && <Trans>The browser did not let it be copied. Select it and copy it yourself.</Trans>}
      </p>
    </>
  );
}
