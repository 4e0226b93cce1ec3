import { ACCOUNT_HEADER } from "../../contract/session";
import type { Session } from "./session";

/**
 * The server rejects an expired access token instead of treating the request as a visitor's. Refreshes it and retries once, for the
 * same account only: another tab may have logged in to another one.
 * @param isBackground whether nobody has asked for it: then it changes nothing about who is signed in on the page
 */
export async function sendWithRefresh(
  session: Session,
  request: (headers: Readonly<Record<string, string>>) => Promise<Response>,
  isBackground = false,
): Promise<Response> {
  const { account } = session;
  // Another tab's cookies may be here before its notice: the server refuses what is meant for another account.
  const send = () => request(account ? { [ACCOUNT_HEADER]: account } : {});
  const response = await send();
  if (response.status !== 401) return response;
  const current = response.headers.get(ACCOUNT_HEADER);
  if (isBackground) {
    if (current !== null || (await session.renew()) === "refused") return response;
  } else if (current === null) await session.refresh();
  // The cookies are those of another account, of which this browser has not been told.
  else if (session.account === account) session.begin(current);
  return session.account === account ? send() : response;
}
