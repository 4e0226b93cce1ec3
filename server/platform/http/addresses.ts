import type { FastifyInstance } from "fastify";
import { DEFAULT_LOCALE, splitLocalePath } from "../../../contract/locales";
import { canonicalSearch } from "../../../contract/pages";
import { HttpError } from "./errors.route";

/**
 * A path with an optional query (RFC 9112, origin-form), as clients send them. The absolute form ("http://other.example/en/")
 * would be routed by its path; only the router ends a path at "#"; browsers treat "\" as "/".
 */
const ORIGIN_FORM = /^\/[^?#\\\s\p{Cc}]*(?:\?[^#\s\p{Cc}]*)?$/u;

/**
 * A control character or a line separator in the path, encoded: U+0000 to U+001F, U+007F to U+009F, U+2028, U+2029. No address of ours
 * has one, and the client's router, whose patterns end at a line, would show nothing at all there.
 */
const ENCODED_CONTROL = /^[^?]*%(?:[01][\da-f]|7f|c2%[89][\da-f]|e2%80%a[89])/i;

/** Rejects request targets that no well-behaved client sends, before any route sees them. */
export function rejectInvalidTargets(app: FastifyInstance): void {
  app.addHook("onRequest", ({ url }, _reply, done) => {
    done(ORIGIN_FORM.test(url) && !ENCODED_CONTROL.test(url) ? undefined : new HttpError(400, INVALID_TARGET));
  });
}

const INVALID_TARGET = "The request target must be a path without control characters, with an optional query.";

/** Repairing 16 kB takes 2.4 ms, at every address. */
const MAX_REPAIRED_LENGTH = 1024;

/**
 * The target with the malformed escapes of its query replaced by what `URLSearchParams` would read. It would throw and catch an
 * error, with a stack trace, for each parameter: 8 kB of them took 25 ms. A longer malformed query is ignored.
 */
export function repairQuery(target: string): string {
  const at = target.indexOf("?");
  if (at === -1) return target;
  const query = target.slice(at);
  if (isWellFormed(query)) return target;
  if (query.length > MAX_REPAIRED_LENGTH) return target.slice(0, at);
  return target.slice(0, at) + query.replace(/(?:%[\da-f]{2})+|%/gi, decodedLeniently);
}

function isWellFormed(query: string): boolean {
  try {
    // The result must be used: bundlers remove the call otherwise, as one without an effect.
    return decodeURIComponent(query).length <= query.length;
  } catch {
    return false;
  }
}

/** Escaped UTF-8, in which U+FFFD stands for what is malformed. */
function decodedLeniently(escapes: string): string {
  if (escapes === "%") return "%25";
  return encodeURIComponent(Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8"));
}

/**
 * The canonical path of a page: without doubled slashes or the default locale's prefix, and with the right trailing slash.
 * Because it is the path of a page, redirecting to it never leads to another host.
 * @param pathname as sent, below the base path, without the query
 * @param isPage whether a page may exist at exactly this path
 * @returns undefined if there can be no such page
 */
export function canonicalPath(pathname: string, isPage: (pathname: string) => boolean): string | undefined {
  const path = pathname.replace(/\/{2,}/g, "/").replace(DEFAULT_PREFIXES, "");
  const bare = path.replace(/\/$/, "");
  return [path, bare, `${bare}/`].find(isPage);
}

const DEFAULT_PREFIXES = new RegExp(`^(?:/${DEFAULT_LOCALE})+(?=/|$)`);

/** Twice the longest search with all tags and a cursor; what follows is ignored, as reading it takes time. */
const MAX_QUERY_LENGTH = 8192;

/** Splits a target into its path and its query, "" or with its question mark. */
export function splitQuery(url: string): { pathname: string; query: string } {
  const at = url.indexOf("?");
  if (at === -1) return { pathname: url, query: "" };
  return { pathname: url.slice(0, at), query: url.slice(at, at + MAX_QUERY_LENGTH) };
}

/** The cache key of a page: its canonical path with the query parameters that the page understands, normalized. */
export function canonicalAddress(pathname: string, query: string): string {
  return pathname + canonicalSearch(splitLocalePath(pathname).path, query);
}

/** Whether a canonical address has a query: a filter, sort order, search or cursor. */
export function hasQuery(address: string): boolean {
  return address.includes("?");
}
