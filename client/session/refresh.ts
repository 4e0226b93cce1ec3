import { readStored, writeStored } from "../ui/stored";

/** A request that waits for another tab's refresh would make a second one. */
const LOCK = "polyprompt.refresh";

/**
 * Gets new cookies from the server, one tab after the other.
 * @param key where the last refresh of any tab is remembered
 * @param mark what is to stand there afterwards
 * @returns "current" where another tab was faster, "refused" where the server knows of no session
 * @throws where the server did not say
 */
export async function askForCookies(
  basePath: string,
  key: string,
  mark: string,
): Promise<"renewed" | "current" | "refused"> {
  const before = readStored(key);
  const ask = async () => {
    const now = readStored(key);
    if (now !== null && now !== before) return "current";
    const answer = await fetch(`${basePath}/auth/refresh`, { method: "POST" });
    if (answer.status === 401) return "refused";
    if (!answer.ok) throw new Error(`The session could not be renewed: ${answer.status}`);
    // The next tab may have its turn before it hears of this, and then asks once more: the server gives it the same cookies. Who
    // has logged out meanwhile stays so.
    if (readStored(key) === before) writeStored(key, mark);
    return "renewed";
  };
  // Browsers have locks on https and localhost only; elsewhere the server forgives two refreshes at a time.
  return "locks" in navigator ? navigator.locks.request(LOCK + basePath, ask) : ask();
}
