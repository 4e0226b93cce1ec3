import { createStaticHandler, type StaticHandlerContext } from "react-router-dom";
import { type Locale, localePath, splitLocalePath } from "../../contract/locales";
import type {
  NotFoundRequest,
  PageAssets,
  PageRenderer,
  PageRequest,
  PageResult,
  Site,
} from "../../contract/page-renderer";
import { pageLinks } from "../../contract/site-links";
import { Destination } from "./destination";
import { createServerClient } from "./server-client";
import { INLINE_SCRIPTS } from "./Document";
import { NotFoundError } from "./error-chain";
import { Session } from "../session/session";
import { catalogSource, loadI18n } from "../i18n/catalog";
import type { PageContext } from "./page-context";
import { type DocumentFiles, renderDocument, type Rendering } from "./render-document";
import { isPage, NOT_FOUND_PATH } from "../../contract/pages";
import { Page } from "./page";
import { basename, createRoutes, PAGE_BOUNDARY } from "./router";

export const renderer: PageRenderer = { isPage, render, renderNotFound, inlineScripts: INLINE_SCRIPTS };

async function render({ path, ...site }: PageRequest): Promise<PageResult> {
  const { pathname, search } = new URL(`${site.publicUrl}${path}`);
  const context = pageContext(site, splitLocalePath(pathname).locale, { pathname, search });
  try {
    const loaded = await load(context, site.assets, path);
    if (loaded instanceof Response) {
      return { status: loaded.status, location: loaded.headers.get("Location") ?? site.publicUrl, html: "" };
    }
    const { routing } = loaded;
    if (routing.statusCode === 404) return { status: 404, html: "" };
    try {
      const html = await renderDocument(loaded);
      return { ...result(routing), html };
    } catch (error) {
      // A component threw. Render the crash page within the frame; if that throws too, the server responds.
      const crashed = { ...routing, statusCode: 500, errors: { [PAGE_BOUNDARY]: error } };
      return { ...result(crashed), html: await renderDocument({ ...loaded, routing: crashed }) };
    }
  } finally {
    context.apollo.stop();
  }
}

async function renderNotFound({ locale, ...site }: NotFoundRequest): Promise<PageResult> {
  const path = localePath(locale, NOT_FOUND_PATH);
  const context = { ...pageContext(site, locale, { pathname: path, search: "" }), notFoundAt: path };
  try {
    const loaded = await load(context, site.assets, path);
    if (loaded instanceof Response) throw new TypeError(`${path} leads elsewhere.`);
    // The browser shows it at the requested URL, whose own page must be neither loaded nor shown.
    const routing = { ...loaded.routing, loaderData: {}, errors: { [PAGE_BOUNDARY]: new NotFoundError() } };
    return { status: 404, robots: "noindex", html: await renderDocument({ ...loaded, routing }) };
  } finally {
    context.apollo.stop();
  }
}

function pageContext(
  { basePath, publicUrl, links, execute }: Site,
  locale: Locale,
  at: { pathname: string; search: string },
): PageContext {
  return {
    apollo: createServerClient(execute),
    locale,
    basePath,
    publicUrl,
    links: pageLinks(links, locale),
    i18n: loadI18n(locale),
    session: new Session(basePath),
    destination: new Destination(at),
    notFoundAt: null,
  };
}

/** Runs the loaders of the page at a path. @returns the input for rendering, or a redirect */
async function load(context: PageContext, assets: PageAssets, path: string): Promise<Rendering | Response> {
  const { basePath, publicUrl, locale } = context;
  const url = new URL(`${publicUrl}${basePath}${path}`);
  const routes = createRoutes(context);
  const handler = createStaticHandler(routes, { basename: basename(basePath) });
  const [i18n, routing] = await Promise.all([context.i18n, handler.query(new Request(url))]);
  if (routing instanceof Response) return routing;
  const pages = routing.matches.flatMap(({ route }) => (route.handle instanceof Page ? [route.handle] : []));
  const sources = pages.flatMap((page) => [
    page.source,
    ...(page.loaded?.catalog ? [page.loaded.catalog.source(locale)] : []),
  ]);
  const files = filesOf(assets, [...sources, catalogSource(locale)]);
  return { context, i18n, files, routing, routes: handler.dataRoutes };
}

function result({ statusCode, loaderData, errors }: StaticHandlerContext): Omit<PageResult, "html"> {
  const error = Object.values<unknown>(errors ?? {})[0];
  const hasFlag = (flag: "noindex" | "noStore") => Object.values(loaderData).some((data) => isFlagSet(data, flag));
  return {
    status: statusCode,
    ...((statusCode !== 200 || hasFlag("noindex")) && { robots: "noindex" }),
    ...(hasFlag("noStore") && { noStore: true }),
    ...(errors && { error }),
  };
}

function isFlagSet(data: unknown, flag: string): boolean {
  return typeof data === "object" && data !== null && (data as Record<string, unknown>)[flag] === true;
}

function filesOf(assets: PageAssets, sources: readonly string[]): DocumentFiles {
  const modules = sources.flatMap((key) => assets.modules?.[key] ?? []);
  return {
    scripts: assets.scripts,
    styles: new Set([...assets.styles, ...modules.flatMap(({ styles }) => styles)]),
    preloads: new Set([...assets.preloads, ...modules.flatMap(({ scripts }) => scripts)]),
  };
}
