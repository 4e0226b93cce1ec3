/** In all tabs together: one refresh of the cookies at a time, or any number of mutations. */
export const COOKIE_LOCK = "polyprompt.refresh";
/** A refresh waits no longer for a mutation that the network has swallowed. */
const PATIENCE_MS = 10_000;

/**
 * Sends a mutation while no tab refreshes the cookies. Its answer may bring new ones: a refresh with the old ones would be refused, which
 * deletes them all. Needs the Web Locks API, as `refreshCookies` does.
 */
export function sendMutation(basePath: string, send: () => Promise<Response>): Promise<Response> {
  if (!("locks" in navigator)) return send();
  return new Promise((resolve) => {
    let sent: Promise<Response> | undefined;
    const sendOnce = () => resolve((sent ??= send()));
    const hold = () => {
      sendOnce();
      return Promise.race([sent, new Promise((end) => setTimeout(end, PATIENCE_MS))]);
    };
    // Rejected also where the browser denies locks.
    navigator.locks.request(COOKIE_LOCK + basePath, { mode: "shared" }, hold).catch(sendOnce);
  });
}
