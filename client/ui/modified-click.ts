import type { MouseEvent } from "react";

/** Whether a click should be left to the browser, such as one that opens a new tab. */
export function isModifiedClick(event: MouseEvent): boolean {
  return (
    event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  );
}
