/**
 * In a request: the id of the account that it is meant for. A session of another account gets UNAUTHENTICATED, and a response with the
 * same header, which says whose session it is, as the response to a refresh does.
 */
export const ACCOUNT_HEADER = "polyprompt-account";
