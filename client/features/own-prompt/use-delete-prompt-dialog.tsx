import { type ReactNode, startTransition, useCallback, useState } from "react";
import { lazyPart } from "../../runtime/lazy-part";

const DeletePromptDialog = lazyPart(async () => (await import("./DeletePromptDialog")).DeletePromptDialog);

interface DeletedPrompt {
  id: string;
  title: string;
  shared: boolean;
}

interface Asked extends DeletedPrompt {
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
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback((prompt: DeletedPrompt) => {
    const focused = document.activeElement;
    startTransition(() => setAsked({ ...prompt, focused }));
  }, []);
  const close = () => {
    setAsked(null);
    if (asked?.focused instanceof HTMLElement && asked.focused.isConnected) asked.focused.focus();
  };
  const dialog = asked && (
    <DeletePromptDialog
      id={asked.id}
      title={asked.title}
      shared={asked.shared}
      leave={leave}
      onClose={close}
      onUnavailable={() => setAsked(null)}
    />
  );
  return { ask, dialog };
}
