import type { NormalizedCacheObject } from "@apollo/client";
import type { DocumentNode, ExecutionResult } from "graphql";
import { createStaticHandler, type StaticHandlerContext } from "react-router-dom";
import { pageLinks, type SiteLinks, splitLocalePath } from "../product.config";
import { createServerClient } from "./apollo/server-client";
import { INLINE_SCRIPTS } from "./Document";
import { Session } from "./apollo/session";
import { catalogSource, loadI18n } from "./i18n/catalog";
import type { PageContext } from "./page-context";
import { type DocumentFiles, renderDocument } from "./render-document";
import { basename, createRoutes, matchedPages, PAGE_BOUNDARY } from "./router/router";

/** Files that a document loads, as full paths that include the base path. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  preloads: string[];
  /** The files of modules that are loaded on demand, by source file ("client/routes/home.tsx"): a page names those it needs. */
  modules?: Readonly<Record<string, { scripts: readonly string[]; styles: readonly string[] }>>;
}

export interface PageRequest {
  /** Within the base path, with the query; already in its canonical form. */
  path: string;
  /** "" or "/x/y" */
  basePath: string;
  publicUrl: string;
  links: SiteLinks;
  assets: PageAssets;
  execute(request: {
    query: DocumentNode;
    variables?: Record<string, unknown>;
    operationName?: string;
  }): Promise<ExecutionResult>;
}

export interface PageResult {
  status: number;
  location?: string;
  html: string;
  robots?: "noindex";
  /** Nobody may keep the page, neither here nor on the way. */
  noStore?: boolean;
  /** The prompts on a page that no other prompt could come to stand on; absent where any change of a prompt may change it. */
  prompts?: readonly number[];
  /** What went wrong with a page of status 500, for the log. The page itself tells the reader. */
  error?: unknown;
}

export interface PageRenderer {
  render(request: PageRequest): Promise<PageResult>;
  /** The exact sources of the inline scripts, for their hashes in the content security policy. */
  inlineScripts: readonly string[];
}

export const renderer: PageRenderer = { render, inlineScripts: INLINE_SCRIPTS };

async function render({ path, basePath, publicUrl, links, assets, execute }: PageRequest): Promise<PageResult> {
  const url = new URL(`${publicUrl}${basePath}${path}`);
  const { locale } = splitLocalePath(new URL(path, publicUrl).pathname);
  const context: PageContext = {
    apollo: createServerClient(execute),
    locale,
    basePath,
    publicUrl,
    links: pageLinks(links, locale),
    i18n: loadI18n(locale),
    session: new Session(basePath),
  };
  try {
    const routes = createRoutes(context);
    const handler = createStaticHandler(routes, { basename: basename(basePath) });
    const [i18n, routing] = await Promise.all([context.i18n, handler.query(new Request(url))]);
    if (routing instanceof Response) {
      return { status: routing.status, location: routing.headers.get("Location") ?? publicUrl, html: "" };
    }
    const sources = matchedPages(routes, url.pathname, basePath).flatMap((page) => [
      page.source,
      ...(page.loaded?.catalog ? [page.loaded.catalog.source(locale)] : []),
    ]);
    const files = filesOf(assets, [...sources, catalogSource(locale)]);
    const rendering = { context, i18n, files, routes: handler.dataRoutes };
    try {
      const html = await renderDocument({ ...rendering, routing });
      return { ...result(routing), ...shownPrompts(context.apollo.cache.extract()), html };
    } catch (error) {
      // A component threw. The crash page can still be shown in the frame; when that throws too, the server answers.
      const crashed = { ...routing, statusCode: 500, errors: { [PAGE_BOUNDARY]: error } };
      return { ...result(crashed), html: await renderDocument({ ...rendering, routing: crashed }) };
    }
  } finally {
    context.apollo.stop();
  }
}

function result({ statusCode, loaderData, errors }: StaticHandlerContext): Omit<PageResult, "html"> {
  const error = Object.values<unknown>(errors ?? {})[0];
  const says = (what: "noindex" | "noStore") => Object.values(loaderData).some((data) => isSaid(data, what));
  return {
    status: statusCode,
    ...((statusCode !== 200 || says("noindex")) && { robots: "noindex" }),
    ...(says("noStore") && { noStore: true }),
    ...(errors && { error }),
  };
}

/** Read from what the page has loaded: a page that asks for anything but single prompts or docs shows lists or counts. */
function shownPrompts(cache: unknown): Pick<PageResult, "prompts"> {
  const { ROOT_QUERY, ...objects } = cache as NormalizedCacheObject;
  const asked = Object.keys(ROOT_QUERY ?? {}).filter((field) => field !== "__typename");
  if (!asked.every((field) => /^(prompt|doc)\(/.test(field))) return {};
  const numbers = Object.keys(objects).map((key) => /^Prompt:(\d+)$/.exec(key)?.[1]);
  return { prompts: numbers.filter((number) => number !== undefined).map(Number) };
}

function isSaid(data: unknown, what: string): boolean {
  return typeof data === "object" && data !== null && (data as Record<string, unknown>)[what] === true;
}

function filesOf(assets: PageAssets, sources: string[]): DocumentFiles {
  const modules = sources.flatMap((source) => assets.modules?.[source] ?? []);
  return {
    scripts: assets.scripts,
    styles: new Set([...assets.styles, ...modules.flatMap(({ styles }) => styles)]),
    preloads: new Set([...assets.preloads, ...modules.flatMap(({ scripts }) => scripts)]),
  };
}
