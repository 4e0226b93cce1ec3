import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { onPromptEditorRequested, requestPromptEditor, requestSignIn } from "../../session/dialog-request";
import { PromptEditor } from "../prompt-editor";

interface Editing {
  promptId: string | null;
  /** Tells one request from the next for the same prompt. */
  key: number;
  /** The element focused before. */
  focused: Element | null;
}

/** Hosts the editor of prompts, above all pages: a save goes on while the reader leaves the page. */
export function EditorSlot() {
  const { session } = useSite();
  const [editing, setEditing] = useState<Editing | null>(null);
  const isTaken = useRef(false);
  const isHidden = useRef(false);
  /** What was asked for while the last prompt was still being saved. */
  const next = useRef<{ promptId: string | null } | null>(null);

  const open = useCallback(
    (promptId: string | null) => {
      if (!session.signedIn) {
        requestSignIn(() => requestPromptEditor(promptId));
        return;
      }
      if (isTaken.current) {
        if (isHidden.current) next.current = { promptId };
        return;
      }
      isTaken.current = true;
      const focused = document.activeElement;
      startTransition(() => setEditing((last) => ({ promptId, key: (last?.key ?? 0) + 1, focused })));
    },
    [session],
  );
  useEffect(() => onPromptEditorRequested(open), [open]);

  if (!editing) return null;
  const { promptId, key, focused } = editing;
  return (
    <PromptEditor
      key={key}
      promptId={promptId}
      onHide={() => {
        isHidden.current = true;
        if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
      }}
      onShow={() => {
        isHidden.current = false;
        next.current = null;
      }}
      onEnd={() => {
        setEditing(null);
        isTaken.current = false;
        isHidden.current = false;
        const waiting = next.current;
        next.current = null;
        if (waiting) open(waiting.promptId);
      }}
      onUnavailable={() => {
        setEditing(null);
        isTaken.current = false;
      }}
    />
  );
}
