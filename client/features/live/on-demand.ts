import type * as Live from "./live-tabs";

/** An indirection: pages list only this chunk, not those it imports. */
export function liveOnDemand(): Promise<typeof Live> {
  return import("./live-tabs");
}
