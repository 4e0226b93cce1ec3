import { useLingui } from "@lingui/react/macro";
import type { ModerationActKind, ModerationReason } from "../../gql/graphql";
import { useReasonText } from "./use-reason-text";

interface Act {
  kind: ModerationActKind;
  reason: ModerationReason | null;
}

/** Words what a moderator did, and why. */
export function useActText(): (act: Act) => string {
  const { t } = useLingui();
  const reasonText = useReasonText();
  return ({ kind, reason }) => {
    const because = reason ? reasonText(reason) : "";
    switch (kind) {
      case "HIDE":
        return because ? t`Hidden: ${because}` : t`Hidden`;
      case "UNHIDE":
        return t`Shown again`;
      case "DISMISS":
        return t`Kept`;
      case "REOPEN_REPORTS":
        return t`Back in the queue`;
      case "CLOSE_ACCOUNT":
        return because ? t`The account is closed: ${because}` : t`The account is closed`;
      case "CLOSE_THREAD":
        return t`The thread is closed`;
      case "REOPEN_THREAD":
        return t`The thread is open again`;
      case "REOPEN_ACCOUNT":
        return t`The account is open again`;
    }
  };
}
