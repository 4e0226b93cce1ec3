import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useAccount } from "../../session/use-signed-in";
import { useNotify } from "../../ui/Announcer";
import { ownPromptOnDemand } from "./on-demand";
import type { OwnPromptParts } from "./load";

/**
 * The rule that makes room for what an author sees on the page of their prompt, and hides what only others see, which is displayed by
 * `--for-others`. The script of the session names the account.
 */
export function ownRule(authorId: string): string {
  return /^u?\d+$/.test(authorId) ? `:root[data-signed-in="${authorId}"]{--own:1;--for-others:none}` : "";
}

/** What an author sees on the page of their own prompt; null for everybody else, and until it is loaded. */
export function useOwnPrompt(authorId: string | null): OwnPromptParts | null {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const account = useAccount();
  const isOwn = authorId !== null && account === authorId;
  const [parts, setParts] = useState<OwnPromptParts | null>(null);
  useEffect(() => {
    if (!isOwn) return;
    let active = true;
    loadOnDemand(async () => (await ownPromptOnDemand()).loadOwnPromptParts(i18n)).then(
      (loaded) => active && setParts(loaded),
      () => active && notify({ message: t`This could not be loaded. Try again later.` }),
    );
    return () => {
      active = false;
    };
  }, [isOwn, i18n, notify, t]);
  return isOwn ? parts : null;
}
