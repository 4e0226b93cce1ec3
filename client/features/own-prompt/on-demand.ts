import type { CopySaver as Saver } from "./CopySaver";
import type * as Load from "./load";
import type * as LoadCopySaver from "./load-copy-saver";

export type CopySaver = typeof Saver;

/** An indirection: the page lists only this chunk, not those it imports. */
export function ownPromptOnDemand(): Promise<typeof Load> {
  return import("./load");
}

/** Likewise. */
export function copySaverOnDemand(): Promise<typeof LoadCopySaver> {
  return import("./load-copy-saver");
}
