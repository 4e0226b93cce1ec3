import { ServerError } from "@apollo/client";
import type { ExportFormat } from "../../../contract/transfer";
import { sendAs } from "../../session/send-as";
import type { Session } from "../../session/session";

/** Has the browser save the export of the account. @returns false if there is nothing to export */
export async function downloadExport(session: Session, format: ExportFormat): Promise<boolean> {
  const address = `${session.basePath}/api/export?format=${format}`;
  const response = await sendAs(session, (headers) => fetch(address, { headers }));
  if (response.status === 404) return false;
  if (!response.ok) throw new ServerError("The export failed.", { response, bodyText: await response.text() });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const href = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement("a"), { href, download: name ?? "polyprompt" });
  link.click();
  // Not at once: the browser may read it a moment later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return true;
}
