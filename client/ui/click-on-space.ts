import type { KeyboardEvent } from "react";

/** Unlike buttons, links do not react to the space bar. */
export function clickOnSpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}
