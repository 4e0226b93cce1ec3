import type { Session } from "./session";

/** The key of local storage under which an account keeps, encrypted, what it had typed when it logged out. */
export function sealedKey({ basePath }: Session, account: string): string {
  return `polyprompt.sealed.${account}${basePath}`;
}
