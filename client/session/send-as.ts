import { ACCOUNT_HEADER } from "../../contract/session";
import type { Session } from "./session";

/** The network has failed, and the server has not done what it was asked for. After any other TypeError of `fetch` it may have. */
export class NotDoneError extends TypeError {}

/** For what fails before it is sent. */
export function notDone(error: unknown): never {
  throw error instanceof TypeError ? new NotDoneError(error.message) : error;
}

/**
 * Sends a request for the document's account alone: another tab's cookie may be here before its notice. The server refuses a session of
 * another account and names it, and the document reloads for that one.
 */
export async function sendAs(
  session: Session,
  request: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> {
  // The next document asks anew.
  if (session.isLeft) return new Promise(() => {});
  const { account } = session;
  const sent = request(account ? { [ACCOUNT_HEADER]: account } : {});
  // Offline, nothing has left the device. Otherwise the request may have arrived, and the answer got lost.
  const response = await (navigator.onLine ? sent : sent.catch(notDone));
  const other = response.status === 401 ? response.headers.get(ACCOUNT_HEADER) : null;
  if (other !== null) session.begin(other);
  return response;
}
