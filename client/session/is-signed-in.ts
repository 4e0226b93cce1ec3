import { sendWithRefresh } from "./send-with-refresh";
import type { Session } from "./session";

/**
 * Asks the server whether somebody is signed in; undefined if it cannot say.
 * @param isBackground whether the answer changes nothing about who is signed in on the page
 */
export async function isSignedIn(session: Session, isBackground = false): Promise<boolean | undefined> {
  const body = JSON.stringify({ query: "{ viewer { user { id } } }" });
  const send = (headers: Readonly<Record<string, string>>) =>
    fetch(`${session.basePath}/graphql`, {
      method: "POST",
      body,
      headers: { ...headers, "content-type": "application/json" },
    });
  const response = await sendWithRefresh(session, send, isBackground ? "background" : undefined);
  if (!response.ok) return response.status === 401 ? false : undefined;
  const { data } = (await response.json()) as { data?: { viewer?: object | null } };
  return Boolean(data?.viewer);
}
