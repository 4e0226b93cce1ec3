import { ServerError } from "@apollo/client";
import { sendAs } from "../../session/send-as";
import type { Session } from "../../session/session";

/** Has the browser save the export of the account. @returns false if there is nothing to export */
export async function downloadExport(session: Session): Promise<boolean> {
  const response = await sendAs(session, (headers) => fetch(`${session.basePath}/api/export`, { headers }));
  if (response.status === 404) return false;
  if (!response.ok) throw new ServerError("The export failed.", { response, bodyText: await response.text() });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const address = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement("a"), { href: address, download: name ?? "polyprompt.json" });
  link.click();
  // Not at once: the browser may read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
