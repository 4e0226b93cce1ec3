import type { KeyboardEvent } from "react";
import { isComposing } from "../../ui/is-composing";

/** Ctrl+Enter or ⌘+Enter copies, from wherever the reader writes. */
export function copyOnControlEnter(copy: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    copy();
  };
}
