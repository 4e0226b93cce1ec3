import type { DocumentNode, ExecutionResult } from "graphql";
import type { Locale } from "./locales";
import type { SiteLinks } from "./site-links";

/** Files that a document loads, as full paths that include the base path. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  preloads: string[];
  /** The files of modules that are loaded on demand, by source file ("client/routes/home.tsx"). */
  modules?: Readonly<Record<string, { scripts: readonly string[]; styles: readonly string[] }>>;
}

/** What every page of a site is rendered with. */
export interface Site {
  /** "" or "/x/y" */
  basePath: string;
  /** The site's origin, without a slash at the end. */
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
  /** Within the base path, with the query; already in its canonical form. */
  path: string;
}

export interface NotFoundRequest extends Site {
  locale: Locale;
}

export interface PageResult {
  status: number;
  /** Where to, with a status of redirection. */
  location?: string;
  html: string;
  robots?: "noindex";
  /** Nobody may keep the page, neither here nor on the way. */
  noStore?: boolean;
  /** The prompts on a page that no other prompt could come to stand on; absent where any change of a prompt may change it. */
  prompts?: readonly number[];
  /** Why the page failed, with status 500; for the log. */
  error?: unknown;
}

/** What the server knows of the client: the built `entry.server` implements it. */
export interface PageRenderer {
  /** Whether there may be a page at exactly this path, which is within the base path and without a query. */
  isPage(pathname: string): boolean;
  /** With status 404 there is no HTML: `renderNotFound` makes what is answered then. */
  render(request: PageRequest): Promise<PageResult>;
  /** The one document of a locale for everything that is not found, at whatever address. */
  renderNotFound(request: NotFoundRequest): Promise<PageResult>;
  /** The exact sources of the inline scripts of every page, for their hashes in the content security policy. */
  inlineScripts: readonly string[];
}
