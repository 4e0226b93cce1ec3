import type * as Load from "./load";
import type { ReportDialog as Dialog } from "./ReportDialog";

export type ReportDialog = typeof Dialog;
export type { ReportTarget } from "./ReportDialog";

/** An indirection: the page lists only this chunk, not those it imports. */
export function reportDialogOnDemand(): Promise<typeof Load> {
  return import("./load");
}
