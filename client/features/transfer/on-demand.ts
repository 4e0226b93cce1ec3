import { loadOnDemand } from "../../runtime/load-code";
import type * as Load from "./load";

/** Few visits of the settings need it. */
export function transferOnDemand(): Promise<typeof Load> {
  return loadOnDemand(() => import("./load"));
}
