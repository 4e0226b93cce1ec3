/** Pages about an account are for nobody's index and in nobody's cache. The server knows nothing of the account. */
export function accountPageLoader(): Promise<{ noindex: true; noStore: true }> {
  return Promise.resolve({ noindex: true, noStore: true });
}
