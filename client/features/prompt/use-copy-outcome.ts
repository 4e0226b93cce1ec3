import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { useAnnounce, useNotify } from "../../ui/Announcer";

const SHOWN_MS = 2000;

/** What came of copying, for as long as it is shown. */
export type CopyOutcome = "copied" | "failed" | null;

/** Shows for two seconds what came of copying, and says it. */
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
    (came: "copied" | "failed") => {
      setOutcome(came);
      if (came === "copied") announce(t`Copied`);
      else notify({ message: t`The prompt could not be copied. Try again later.` });
    },
    [announce, notify, t],
  );
  return [outcome, show];
}
