import { ACCOUNT_HEADER } from "../../contract/session";
import { sendMutation } from "./cookie-lock";
import type { Session } from "./session";

/** The network has failed, and the server has not done what it was asked for. After any other TypeError of `fetch` it may have. */
export class NotDoneError extends TypeError {}

/** For what fails before it is sent. */
export function notDone(error: unknown): never {
  throw error instanceof TypeError ? new NotDoneError(error.message) : error;
}

/**
 * The server rejects an expired access token instead of treating the request as a visitor's. Refreshes it and retries once, for the
 * same account only: another tab may have logged in to another one.
 * @param kind nobody has asked for what is "background": it changes nothing about who is signed in on the page. A "mutation" may bring
 * new cookies
 */
export async function sendWithRefresh(
  session: Session,
  request: (headers: Readonly<Record<string, string>>) => Promise<Response>,
  kind?: "background" | "mutation",
): Promise<Response> {
  const { account, renewals } = session;
  // Another tab's cookies may be here before its notice: the server refuses what is meant for another account.
  const attempt = () => {
    const sent = request(account ? { [ACCOUNT_HEADER]: account } : {});
    // Offline, nothing has left the device. Otherwise the request may have arrived, and the answer got lost.
    return navigator.onLine ? sent : sent.catch(notDone);
  };
  const send = () => (kind === "mutation" ? sendMutation(session.basePath, attempt) : attempt());
  const response = await send();
  if (response.status !== 401) return response;
  // The cookies that it was sent with have been renewed for another request.
  if (session.account === account && session.renewals !== renewals) return sendWithRefresh(session, request, kind);
  const current = response.headers.get(ACCOUNT_HEADER);
  if (kind === "background") {
    if (current !== null || (await session.renew()) === "refused") return response;
  } else if (current === null) await session.refresh().catch(notDone);
  // The cookies are those of another account, of which this browser has not been told.
  else if (session.account === account) session.begin(current);
  return session.account === account ? send() : response;
}
