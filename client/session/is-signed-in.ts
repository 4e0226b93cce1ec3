import { sendAs } from "./send-as";
import type { Session } from "./session";

/** Asks the server whether the member is signed in; undefined if it cannot say. */
export async function isSignedIn(session: Session): Promise<boolean | undefined> {
  const body = JSON.stringify({ query: "{ viewer { user { id } } }" });
  const response = await sendAs(session, (headers) =>
    fetch(`${session.basePath}/graphql`, {
      method: "POST",
      body,
      headers: { ...headers, "content-type": "application/json" },
    }),
  );
  if (!response.ok) return response.status === 401 ? false : undefined;
  const { data } = (await response.json()) as { data?: { viewer?: object | null } };
  return Boolean(data?.viewer);
}
