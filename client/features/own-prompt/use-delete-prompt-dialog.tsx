import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useCallback, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import type { DeletePromptDialog } from "./DeletePromptDialog";

interface DeletedPrompt {
  id: string;
  title: string;
  shared: boolean;
}

interface Asked extends DeletedPrompt {
  Dialog: typeof DeletePromptDialog;
  /** The element focused before. */
  focused: Element | null;
}

/**
 * Asks whether to delete a prompt, and deletes it.
 * @param leave takes the member away from the prompt's page once it is deleted
 * @returns what opens the dialog, and the dialog
 */
export function useDeletePromptDialog(leave?: () => Promise<void>): {
  ask(prompt: DeletedPrompt): void;
  dialog: ReactNode;
} {
  const { t } = useLingui();
  const notify = useNotify();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    (prompt: DeletedPrompt) => {
      const focused = document.activeElement;
      loadOnDemand(() => import("./DeletePromptDialog")).then(
        ({ DeletePromptDialog: Dialog }) => setAsked({ ...prompt, Dialog, focused }),
        () => notify({ message: t`This could not be loaded. Try again later.` }),
      );
    },
    [notify, t],
  );
  const close = () => {
    setAsked(null);
    if (asked?.focused instanceof HTMLElement && asked.focused.isConnected) asked.focused.focus();
  };
  const dialog = asked && (
    <asked.Dialog id={asked.id} title={asked.title} shared={asked.shared} leave={leave} onClose={close} />
  );
  return { ask, dialog };
}
