import type { DocumentNode, ExecutionResult } from "graphql";
import type { Locale } from "./locales";
import type { SiteLinks } from "./site-links";

/** Files that a page loads, as full paths including the base path. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  preloads: string[];
  /** The files of modules that are loaded on demand, by source file ("client/routes/home.tsx"). */
  modules?: Readonly<Record<string, { scripts: readonly string[]; styles: readonly string[] }>>;
}

/** The parts of a render request that are the same for every page of a site. */
export interface Site {
  /** "" or "/x/y" */
  basePath: string;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
  links: SiteLinks;
  assets: PageAssets;
  /** Runs a GraphQL operation in this process. */
  execute(request: {
    query: DocumentNode;
    variables?: Record<string, unknown>;
    operationName?: string;
  }): Promise<ExecutionResult>;
}

export interface PageRequest extends Site {
  /** Within the base path, with the query; already in canonical form. */
  path: string;
}

export interface NotFoundRequest extends Site {
  locale: Locale;
}

export interface PageResult {
  status: number;
  /** The target of a redirect. */
  location?: string;
  /** A text; or its UTF-8, in a buffer of its own, which may be taken from the renderer. */
  html: string | Uint8Array<ArrayBuffer>;
  robots?: "noindex";
  /** No cache may store the page. */
  noStore?: boolean;
  /** Why the page failed, with status 500; for the log. */
  error?: unknown;
}

/** The server's interface to the client; implemented by the built `entry.server`. */
export interface PageRenderer {
  /** Whether there may be a page at exactly this path (within the base path, without a query). */
  isPage(pathname: string): boolean;
  /** With status 404 there is no HTML: the response comes from `renderNotFound`. */
  render(request: PageRequest): Promise<PageResult>;
  /** A locale's not-found page, the same for every address. */
  renderNotFound(request: NotFoundRequest): Promise<PageResult>;
  /** The exact sources of all inline scripts, for the hashes in the Content Security Policy. */
  inlineScripts: readonly string[];
}
