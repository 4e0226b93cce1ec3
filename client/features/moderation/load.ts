import type { I18n } from "@lingui/core";
import type { ReportDialog } from "./ReportDialog";

/** Loads the dialog together with its messages. */
export async function loadReportDialog(i18n: I18n): Promise<typeof ReportDialog> {
  return (await import("./report")).loadReportDialog(i18n);
}
