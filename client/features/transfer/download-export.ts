import { ServerError } from "@apollo/client";
import { sendWithRefresh } from "../../session/send-with-refresh";
import type { Session } from "../../session/session";
import { SessionEndedError } from "../../session/session-link";

/** Has the browser save the export of an account, and no other that has signed in meanwhile. @returns false if there is nothing to export */
export async function downloadExport(session: Session, owner: string | null): Promise<boolean> {
  if (session.account !== owner) throw new SessionEndedError(true);
  const response = await sendWithRefresh(session, (headers) => fetch(`${session.basePath}/api/export`, { headers }));
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
