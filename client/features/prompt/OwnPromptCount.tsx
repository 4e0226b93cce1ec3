import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** How many prompts a member has, at least one, and how many of them are shared. */
export function OwnPromptCount({ total, shared }: { total: number; shared: number }) {
  const { t } = useLingui();
  if (shared === 0)
    return t`${plural(total, { one: "# prompt, not shared", other: "# prompts, none of them shared" })}`;
  if (shared === total) return t`${plural(total, { one: "# prompt, shared", other: "# prompts, all shared" })}`;
  const prompts = t`${plural(total, { one: "# prompt", other: "# prompts" })}`;
  return t`${prompts}, ${plural(shared, { one: "# of them shared", other: "# of them shared" })}`;
}
