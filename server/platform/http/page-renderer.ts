import type { DocumentNode, ExecutionResult } from "graphql";
import type { SiteLinks } from "../../../product.config";

/** Files that a document loads, as full paths that include the base path. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  preloads: string[];
  /** The files of modules that are loaded on demand, by source file ("client/routes/home.tsx"). */
  modules?: Readonly<Record<string, { scripts: readonly string[]; styles: readonly string[] }>>;
}

export interface PageRequest {
  /** Within the base path, with the query; already in its canonical form. */
  path: string;
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
  render(request: PageRequest): Promise<PageResult>;
  /** The exact sources of the inline scripts of every page, for their hashes in the content security policy. */
  inlineScripts: readonly string[];
}
