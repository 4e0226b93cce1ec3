import type { MouseEvent } from "react";

/** A click that asks for a new tab or window: links leave it to the browser. */
export function isModifiedClick(event: MouseEvent): boolean {
  return (
    event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  );
}
