import { useDeferredValue } from "react";
import { useAccount } from "../../session/use-signed-in";

/**
 * The rule that makes room for what an author sees on the page of their prompt, and hides what only others see, which is displayed by
 * `--for-others`. The script of the session names the account.
 */
export function ownRule(authorId: string): string {
  return /^u?\d+$/.test(authorId) ? `:root[data-signed-in="${authorId}"]{--own:1;--for-others:none}` : "";
}

/** Whether the reader is the author of a prompt, and what only they see can be shown. */
export function useIsOwn(authorId: string | null): boolean {
  const account = useAccount();
  const isOwn = authorId !== null && account === authorId;
  return useDeferredValue(isOwn) && isOwn;
}
