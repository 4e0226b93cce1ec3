import type { FastifyInstance } from "fastify";
import { DEFAULT_LOCALE, splitLocalePath } from "../../../contract/locales";
import { knownSearch } from "../../../contract/pages";

/**
 * A path and a query (RFC 9112, origin-form), as clients send them. The absolute form ("http://other.example/en/") would be
 * routed by its path; "#" ends the path for the router and nowhere else; "\" is "/" to browsers.
 */
const ORIGIN_FORM = /^\/[^?#\\\s\p{Cc}]*(?:\?[^#\s\p{Cc}]*)?$/u;

/** Refuses what no client sends that means well, before any route sees it. */
export function rejectInvalidTargets(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    done(ORIGIN_FORM.test(request.url) ? undefined : new InvalidTarget());
  });
}

class InvalidTarget extends Error {
  readonly statusCode = 400;

  constructor() {
    super("The request target must be a path with an optional query.");
  }
}

/**
 * The one path of the page that a path spells, perhaps with doubled slashes, the default locale's prefix, or one slash at the
 * end too many or too few. Since it is a page's, it leads to no other host when it is sent back as a location.
 * @param pathname within the base path, as it was sent, without the query
 * @param isPage whether there may be a page at exactly this path
 * @returns undefined where there can be no page
 */
export function canonicalPath(pathname: string, isPage: (pathname: string) => boolean): string | undefined {
  const path = pathname.replace(/\/{2,}/g, "/").replace(DEFAULT_PREFIXES, "");
  const bare = path.replace(/\/$/, "");
  return [path, bare, `${bare}/`].find(isPage);
}

const DEFAULT_PREFIXES = new RegExp(`^(?:/${DEFAULT_LOCALE})+(?=/|$)`);

/** The address that a page is rendered and kept for: a canonical path with what its page knows of the query. */
export function canonicalAddress(pathname: string, query: string): string {
  return pathname + knownSearch(splitLocalePath(pathname).path, query);
}

/** Whether a known address asks for more than its plain page: for something filtered, sorted, searched or further on. */
export function hasQuery(address: string): boolean {
  return address.includes("?");
}
