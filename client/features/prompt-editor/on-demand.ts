import type * as Load from "./load";

/** An indirection: the first page lists only this chunk, not those it imports. */
export function promptEditorOnDemand(): Promise<typeof Load> {
  return import("./load");
}
