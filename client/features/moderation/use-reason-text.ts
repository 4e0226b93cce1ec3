import { useLingui } from "@lingui/react/macro";
import type { ModerationReason } from "../../gql/graphql";

/** Words the reason of a moderator's decision. */
export function useReasonText(): (reason: ModerationReason) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case "SPAM":
        return t`Advertising or spam`;
      case "ABUSE":
        return t`Hate, harassment or insults`;
      case "DANGEROUS":
        return t`Dangerous or illegal content`;
      case "PERSONAL_DATA":
        return t`Somebody’s personal data`;
      case "COPYRIGHT":
        return t`Somebody else’s work`;
      case "OTHER":
        return t`Another reason`;
    }
  };
}
