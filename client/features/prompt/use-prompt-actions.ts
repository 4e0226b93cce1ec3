import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useCallback, useState } from "react";
import type { ChatTarget } from "../../../contract/site-links";
import { useNotify } from "../../ui/Announcer";
import { chatOrigin } from "./chat-address";
import { copyText } from "./clipboard";
import { type CopyOutcome, useCopyOutcome } from "./CopyButton";

export interface PromptActionsState {
  outcome: CopyOutcome;
  busy: boolean;
  /** Copies the text, filled in so far. */
  copy(): void;
  /** The text to open in a chat. */
  getText(): Promise<string>;
  /** Copies a text that is too long for a chat's URL, and says so. */
  copyInstead(target: ChatTarget, text: string): void;
  /** Counts a text that was opened in a chat. */
  count(): void;
}

/** Copies a prompt, opens it in a chat, and counts both. @param getText the text, which may still have to be loaded */
export function usePromptActions(id: string, getText: () => Promise<string>): PromptActionsState {
  const { t } = useLingui();
  const notify = useNotify();
  const [outcome, showOutcome] = useCopyOutcome();
  const [busy, setBusy] = useState(false);
  const client = useApolloClient();
  const count = useCallback(() => {
    // A failure to count is ignored: the reader has the text.
    import("./record-copy").then(({ recordCopy }) => recordCopy(client, id)).catch(() => {});
  }, [client, id]);

  const copyAndCount = async (text: Promise<string>) => {
    await copyText(text);
    count();
  };
  const copy = () => {
    if (busy) return;
    setBusy(true);
    copyAndCount(getText())
      .then(
        () => showOutcome("copied"),
        () => showOutcome("failed"),
      )
      .finally(() => setBusy(false));
  };
  const copyInstead = (target: ChatTarget, text: string) => {
    const { label } = target;
    copyAndCount(Promise.resolve(text)).then(
      () =>
        notify({
          message: t`The prompt is too long for a link. It has been copied: paste it into ${label}.`,
          link: { label: t`Open ${label}`, href: chatOrigin(target) },
        }),
      () => showOutcome("failed"),
    );
  };
  return { outcome, busy, copy, getText, copyInstead, count };
}
