import { type KeyboardEvent, useEffect, useRef } from "react";
import { isComposing } from "../../ui/is-composing";

/** Ctrl+Enter or ⌘+Enter copies a card, from wherever the reader writes in it. */
export function copyOnControlEnter(copy: () => void) {
  return (event: KeyboardEvent) => {
    if (isComposing(event) || !isShortcut(event)) return;
    event.preventDefault();
    copy();
  };
}

/** The same for the prompt that a page is about: it need not have the focus. Other forms and dialogs keep their keys. */
export function useCopyShortcut(copy: () => void): void {
  const latest = useRef(copy);
  useEffect(() => {
    latest.current = copy;
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || !isShortcut(event)) return;
      if (event.target instanceof Element && event.target.closest("form, [role=dialog], [role=menu]")) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isShortcut({ key, ctrlKey, metaKey }: Pick<globalThis.KeyboardEvent, "key" | "ctrlKey" | "metaKey">): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}
