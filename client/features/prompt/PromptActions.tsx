import { useLingui } from "@lingui/react/macro";
import { useRef, useState, useCallback } from "react";
import type { ChatTarget } from "../../../contract/site-links";
import type { Locale } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { chatOrigin } from "./chat-address";
import { CopyButton, useCopyOutcome } from "./CopyButton";
import type { FillDialog } from "./FillDialog";
import { OpenInButton } from "./OpenInButton";
import { usePromptContent } from "./use-prompt-content";
import { plainPromptText } from "../../../contract/prompt-markup";
import { useMutation } from "@apollo/client/react";
import { graphql } from "../../gql";
import { copyText } from "./clipboard";

interface PromptActionsProps {
  id: string;
  /** The language of the shown text, which is the one copied. */
  locale: Locale;
  hasVariables: boolean;
}

interface FillRequest {
  Dialog: typeof FillDialog;
  content: string;
  locale: Locale;
  /** The chat to open; null to copy. */
  target: ChatTarget | null;
}

/** Copies a prompt or opens it in a chat, after its variables are filled in. */
export function PromptActions({ id, locale, hasVariables }: PromptActionsProps) {
  const { t } = useLingui();
  const { chatTargets } = useSite().links;
  const notify = useNotify();
  const fetchContent = usePromptContent(id, locale);
  const { copy, count } = useCopyPrompt(id);
  const [outcome, showOutcome] = useCopyOutcome();
  const [busy, setBusy] = useState(false);
  const [filling, setFillRequest] = useState<FillRequest | null>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);

  const fill = async (target: ChatTarget | null) => {
    if (busy) return;
    setBusy(true);
    try {
      const code = loadOnDemand(() => import("./FillDialog"));
      const [{ FillDialog: Dialog }, content] = await Promise.all([code, fetchContent()]);
      setFillRequest({ Dialog, content, locale, target });
    } catch {
      if (target) notify({ message: t`The text could not be loaded. Try again later.` });
      else showOutcome("failed");
    } finally {
      setBusy(false);
    }
  };
  const closeDialog = () => {
    setFillRequest(null);
    (filling?.target ? openButton : copyButton).current?.focus();
  };
  const copyShown = () =>
    copy(fetchContent().then(plainPromptText)).then(
      () => showOutcome("copied"),
      () => showOutcome("failed"),
    );
  /** For a chat whose URL would be too long. */
  const notifyCopiedInstead = (target: ChatTarget) => {
    const { label } = target;
    notify({
      message: t`The prompt is too long for an address of ${label}. It has been copied: paste it there.`,
      link: { label: t`Open ${label}`, href: chatOrigin(target) },
    });
  };
  const copyInstead = (target: ChatTarget, text: string) => {
    copy(Promise.resolve(text)).then(
      () => notifyCopiedInstead(target),
      () => showOutcome("failed"),
    );
  };
  const copyFilled = async (text: string) => {
    await copy(Promise.resolve(text));
    closeDialog();
    if (filling?.target) notifyCopiedInstead(filling.target);
    else showOutcome("copied");
  };

  return (
    <>
      <CopyButton
        ref={copyButton}
        outcome={outcome}
        busy={busy}
        opensDialog={hasVariables}
        onCopy={() => void (hasVariables ? fill(null) : copyShown())}
      />
      {chatTargets.length > 0 && (
        <OpenInButton
          ref={openButton}
          hasVariables={hasVariables}
          fetchContent={fetchContent}
          onFill={(target) => void fill(target)}
          onTooLong={copyInstead}
          onOpened={count}
        />
      )}
      {filling && (
        <filling.Dialog
          id={id}
          locale={filling.locale}
          content={filling.content}
          target={filling.target}
          onCopy={copyFilled}
          onOpened={() => {
            count();
            closeDialog();
          }}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

const RecordCopyMutation = graphql(`
  mutation RecordCopy($id: ID!) {
    recordCopy(promptId: $id) {
      prompt {
        id
        copyCount
      }
      problems {
        code
      }
    }
  }
`);

interface CopyPrompt {
  /** Copies a text that may still be loading, and counts the copy. */
  copy(text: Promise<string>): Promise<void>;
  /** Counts a text that was opened in a chat. */
  count(): void;
}

/** Copies a prompt's text and counts its uses. */
function useCopyPrompt(id: string): CopyPrompt {
  // A failure to count is ignored: the reader has the text.
  const [recordCopy] = useMutation(RecordCopyMutation, { variables: { id }, errorPolicy: "all" });
  const count = useCallback(() => void recordCopy(), [recordCopy]);
  const copy = useCallback(
    async (text: Promise<string>) => {
      await copyText(text);
      count();
    },
    [count],
  );
  return { copy, count };
}
