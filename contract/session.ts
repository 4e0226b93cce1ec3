/** A request header: the id of the account that the request is meant for. A session of another account gets UNAUTHENTICATED. */
export const ACCOUNT_HEADER = "polyprompt-account";
