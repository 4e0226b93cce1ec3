import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, IconButton } from "../../ui/Button";
import { type Ref, useCallback, useEffect, useState } from "react";
import { Icon } from "../../ui/Icon";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { useIsMac } from "../../ui/use-is-mac";
import { useCompactNumber } from "../../i18n/use-compact-number";
import classes from "./CopyButton.module.css";

interface CopyButtonProps {
  ref?: Ref<HTMLButtonElement> | undefined;
  look: "card" | "bench";
  /** Its name, where "Copy" does not say of what: in a row of a list. */
  label?: string | undefined;
  outcome: CopyOutcome;
  busy: boolean;
  /** How often the prompt was copied; shown above zero. */
  count: number;
  onCopy(): void;
}

/** Copies a prompt. The button shows the outcome for two seconds. */
export function CopyButton({ ref, look, label, outcome, busy, count, onCopy }: CopyButtonProps) {
  const { t } = useLingui();
  const compact = useCompactNumber();
  const keys = useIsMac() ? "⌘ ↵" : "Ctrl ↵";
  // The labels are stacked, so that the button keeps its width.
  const labels = { ready: t`Copy`, copied: t`Copied`, failed: t`Not copied` };
  const isPrimary = look === "bench";
  const copies = t`${plural(count, { one: `Copied # time`, other: `Copied # times` })}`;
  return (
    <Button
      ref={ref}
      className={classes.button}
      data-look={look}
      aria-label={outcome ? undefined : label}
      variant={outcome ? "outline" : isPrimary ? "filled" : "light"}
      title={count > 0 ? copies : undefined}
      aria-busy={busy || undefined}
      aria-keyshortcuts={isPrimary ? "Control+Enter Meta+Enter" : undefined}
      data-needs-script
      onClick={onCopy}
    >
      <span className={classes.labels}>
        <span data-shown={outcome === null} aria-hidden={outcome !== null}>
          <Icon name="copy" size={16} />
          {labels.ready}
          {count > 0 && <span className={classes.count} aria-hidden="true" data-count={compact(count)} />}
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
      {isPrimary && (
        <kbd className={classes.shortcut} aria-hidden="true">
          <bdi dir="ltr">{keys}</bdi>
        </kbd>
      )}
    </Button>
  );
}

/** Copies a prompt from a row of a list: the icon of the copy button alone. */
export function CopyIconButton({
  title,
  outcome,
  busy,
  onCopy,
}: Pick<CopyButtonProps, "outcome" | "busy" | "onCopy"> & { title: string }) {
  const { t } = useLingui();
  return (
    <IconButton
      className={classes.icon}
      aria-label={t`Copy “${title}”`}
      aria-busy={busy || undefined}
      data-outcome={outcome ?? undefined}
      data-needs-script
      onClick={onCopy}
    >
      <Icon name={outcome === "copied" ? "check" : outcome === "failed" ? "alert" : "copy"} />
    </IconButton>
  );
}

const SHOWN_MS = 2000;

/** The outcome of copying, while it is shown. */
export type CopyOutcome = "copied" | "failed" | null;

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
