import { ACCOUNT_HEADER } from "../../contract/session";
import { readStored, writeStored } from "../ui/local-storage";
import { COOKIE_LOCK } from "./cookie-lock";

/**
 * Refreshes the session cookies, one tab at a time, so that a waiting tab does not refresh again.
 * @param key the storage key of the last refresh of any tab
 * @param markFor the new value of that key, by the account that the server names
 * @returns "current" if another tab has refreshed meanwhile, "refused" if the server has no session
 * @throws if the server cannot be reached or fails
 */
export async function refreshCookies(
  basePath: string,
  key: string,
  markFor: (account: string | null) => string,
): Promise<"renewed" | "current" | "refused"> {
  const before = readStored(key);
  const refresh = async () => {
    const now = readStored(key);
    if (now !== null && now !== before) return "current";
    const response = await fetch(`${basePath}/auth/refresh`, { method: "POST" });
    if (response.status === 401) return "refused";
    if (!response.ok) throw new Error(`The session could not be renewed: ${response.status}`);
    // The next tab may get the lock before it sees this write and refresh again: the server then returns the same cookies.
    // Unchanged only: a logout in the meantime must not be undone.
    if (readStored(key) === before) writeStored(key, markFor(response.headers.get(ACCOUNT_HEADER)));
    return "renewed";
  };
  // The Web Locks API needs a secure context; without it the server tolerates two concurrent refreshes.
  return "locks" in navigator ? navigator.locks.request(COOKIE_LOCK + basePath, refresh) : refresh();
}
