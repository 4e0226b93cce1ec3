import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type Ref, useCallback, useEffect, useState } from "react";
import { Icon } from "../../ui/Icon";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import classes from "./CopyButton.module.css";

interface CopyButtonProps {
  ref: Ref<HTMLButtonElement>;
  outcome: CopyOutcome;
  busy: boolean;
  /** Whether the button opens the fill-in dialog. */
  opensDialog: boolean;
  onCopy(): void;
}

/** The primary button of a card. It shows the outcome for two seconds. */
export function CopyButton({ ref, outcome, busy, opensDialog, onCopy }: CopyButtonProps) {
  const { t } = useLingui();
  // The labels are stacked, so that the button keeps its width.
  const labels = { ready: t`Copy`, copied: t`Copied`, failed: t`Not copied` };
  return (
    <Button
      ref={ref}
      className={classes.button}
      variant={outcome ? "outline" : "filled"}
      aria-haspopup={opensDialog ? "dialog" : undefined}
      aria-busy={busy || undefined}
      data-needs-script
      onClick={onCopy}
    >
      <span className={classes.labels}>
        <span data-shown={outcome === null} aria-hidden={outcome !== null}>
          <Icon name="copy" size={16} />
          {labels.ready}
        </span>
        <span data-shown={outcome === "copied"} aria-hidden={outcome !== "copied"}>
          <Icon name="check" size={16} />
          {labels.copied}
        </span>
        {outcome === "failed" && (
          <span data-shown>
            <Icon name="alert" size={16} />
            {labels.failed}
          </span>
        )}
      </span>
    </Button>
  );
}

const SHOWN_MS = 2000;

/** The outcome of copying, while it is shown. */
type CopyOutcome = "copied" | "failed" | null;

/** Shows the outcome of copying for two seconds and announces it. */
export function useCopyOutcome(): [CopyOutcome, (outcome: "copied" | "failed") => void] {
  const { t } = useLingui();
  const announce = useAnnounce();
  const notify = useNotify();
  const [outcome, setOutcome] = useState<CopyOutcome>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const show = useCallback(
    (result: "copied" | "failed") => {
      setOutcome(result);
      if (result === "copied") announce(t`Copied`);
      else notify({ message: t`The prompt could not be copied. Try again later.` });
    },
    [announce, notify, t],
  );
  return [outcome, show];
}
