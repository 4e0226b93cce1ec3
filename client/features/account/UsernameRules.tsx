import { Trans } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";

/** What the server takes for a username, beside the field. */
export function UsernameRules() {
  const { usernameMin: min, usernameMax: max } = LIMITS;
  return (
    <Trans>
      {min} to {max} letters and digits of one script, with “_”, “-” and one dot within. Everyone can see it.
    </Trans>
  );
}
