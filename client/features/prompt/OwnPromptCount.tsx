import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";

/** How many prompts a member has, at least one, and how many of them are shared. */
export function OwnPromptCount({ total, shared }: { total: number; shared: number }) {
  const { t } = useLingui();
  const prompts = t`${plural(total, { one: "# prompt", other: "# prompts" })}`;
  return shared === 0 ? (
    <Trans>{prompts}, none of them shared</Trans>
  ) : (
    t`${prompts}, ${plural(shared, { one: "# of them shared", other: "# of them shared" })}`
  );
}
