/** What the page that connects the browser extension, and `redeemConnectCode`, expect of the extension: PKCE (RFC 7636) with SHA-256. */

/** The SHA-256 of the verifier, in base64url. */
export const CONNECT_CHALLENGE = /^[\w-]{43}$/;
/** A secret of the extension's own, new for each attempt. */
export const CONNECT_VERIFIER = /^[\w.~-]{43,128}$/;
