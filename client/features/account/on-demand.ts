import type * as Load from "./load";

/** The parts of the frame that few pages need. What they in turn load is not named by the first page, whose bytes are counted. */
export function accountOnDemand(): Promise<typeof Load> {
  return import("./load");
}
