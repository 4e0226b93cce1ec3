/**
 * What two usernames share when a reader would take them for the same one.
 * @returns undefined for what cannot be a username at all.
 */
export function usernameKey(username: string): string | undefined {
  const key = username.normalize("NFKC").toLowerCase();
  return /^[\p{L}\p{M}\p{N}_-]{1,64}$/u.test(key) ? key : undefined;
}
