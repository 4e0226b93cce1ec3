import type * as Load from "./load";

/** An indirection: the page lists only this chunk, not those it imports. */
export function ownPromptOnDemand(): Promise<typeof Load> {
  return import("./load");
}
