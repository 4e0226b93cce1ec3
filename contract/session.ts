/**
 * In a request: the id (`User.id`) of the account that it is meant for. A session of another account gets UNAUTHENTICATED, and a response with the
 * same header, which says whose session it is.
 */
export const ACCOUNT_HEADER = "polyprompt-account";

/** The number of an account, by its id in the API. What browsers keep of an account is kept under it. */
export function accountNumber(id: string): string {
  return id.replace(/^u(?=\d)/, "");
}
