import type * as Load from "./load";

/** Loads the parts of the frame that few pages need. An indirection: the first page lists only this chunk, not those it imports. */
export function accountOnDemand(): Promise<typeof Load> {
  return import("./load");
}
