import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Locale } from "../../../product.config";
import { useAnnounce } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import { useCopyPrompt } from "./use-copy-prompt";
import classes from "./CopyButton.module.css";

const SHOWN_MS = 2000;

/** The one filled button of a card; it says for two seconds what came of it. */
export function CopyButton({ id, locale }: { id: string; locale: Locale }) {
  const { t } = useLingui();
  const announce = useAnnounce();
  const copy = useCopyPrompt(id, locale);
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const run = async () => {
    try {
      await copy();
      setOutcome("copied");
      announce(t`Copied`);
    } catch {
      setOutcome("failed");
      announce(t`The prompt could not be copied. Try again later.`);
    }
  };

  // The labels lie on top of each other, so that the button keeps its width.
  const labels = { ready: t`Copy`, copied: t`Copied`, failed: t`Not copied` };
  return (
    <Button
      className={classes.button}
      variant={outcome ? "outline" : "filled"}
      data-needs-script
      onClick={() => void run()}
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
