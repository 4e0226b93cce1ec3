import { useLingui } from "@lingui/react/macro";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useSite } from "../../runtime/SiteProvider";
import { onPromptEditorRequested, requestPromptEditor, requestSignIn } from "../../session/dialog-request";
import { useNotify } from "../../ui/Announcer";
import { promptEditorOnDemand, type PromptEditorProps } from "../prompt-editor";

interface Editing {
  Editor: ComponentType<PromptEditorProps>;
  promptId: string | null;
  /** Tells one request from the next for the same prompt. */
  key: number;
  /** The element focused before. */
  focused: Element | null;
}

/** Hosts the editor of prompts, above all pages: a save goes on while the reader leaves the page. */
export function EditorSlot() {
  const { t, i18n } = useLingui();
  const notify = useNotify();
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
      loadOnDemand(async () => (await promptEditorOnDemand()).loadPromptEditor(i18n)).then(
        (Editor) => setEditing((last) => ({ Editor, promptId, key: (last?.key ?? 0) + 1, focused })),
        () => {
          isTaken.current = false;
          notify({ message: t`This could not be loaded. Try again later.` });
        },
      );
    },
    [session, i18n, notify, t],
  );
  useEffect(() => onPromptEditorRequested(open), [open]);

  if (!editing) return null;
  const { Editor, promptId, key, focused } = editing;
  return (
    <Editor
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
    />
  );
}
