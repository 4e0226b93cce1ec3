import type { I18n } from "@lingui/core";
import { accountCatalog } from "../account";
import { ReportDialog } from "./ReportDialog";

/** The dialog, once its messages are there. */
export async function loadReportDialog(i18n: I18n): Promise<typeof ReportDialog> {
  await accountCatalog.add(i18n);
  return ReportDialog;
}
