import type { Ref } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { CopyButton } from "./CopyButton";
import { OpenInButton } from "./OpenInButton";
import type { PromptActionsState } from "./use-prompt-actions";

interface PromptActionsProps {
  actions: PromptActionsState;
  /** On cards Copy is tonal; where the reader works it is the primary button, with its shortcut. */
  look: "card" | "bench";
  copyCount?: number;
  copyRef?: Ref<HTMLButtonElement>;
}

/** Copies a prompt or opens it in a chat. */
export function PromptActions({ actions, look, copyCount = 0, copyRef }: PromptActionsProps) {
  const { chatTargets } = useSite().links;
  const { outcome, busy, copy } = actions;
  return (
    <>
      <CopyButton ref={copyRef} look={look} outcome={outcome} busy={busy} count={copyCount} onCopy={copy} />
      {chatTargets.length > 0 && <OpenInButton look={look} actions={actions} />}
    </>
  );
}
