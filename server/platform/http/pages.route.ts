import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isFeed } from "../../../contract/feeds";
import type { SiteLinks } from "../../../contract/site-links";
import { splitLocalePath } from "../../../contract/locales";
import { isRawText, promptNumberOf } from "../../../contract/raw-text";
import type { PageTag } from "../domain/page-tag";
import type { InProcessResult, Operation } from "../graphql/in-process";
import { BoundedQueue } from "./bounded-queue";
import { canonicalPath, hasQuery, canonicalAddress, splitQuery } from "./addresses";
import type { PageCache } from "./page-cache";
import type { PageAssets, PageRenderer, PageResult, Site } from "../../../contract/page-renderer";
import { AbandonedError } from "./overloaded-error";
import { sendPageError } from "./page-error";
import { RenderedPage } from "./rendered-page";
import { type KeyedPage, sendPage } from "./send-page";
import { pageLinks } from "./page-links";
import { PAGE_POINTS, type WorkBudget } from "./work-budget";

export interface PagesOptions {
  renderer(): Promise<PageRenderer>;
  assets(): Promise<PageAssets>;
  basePath: string;
  origin: string;
  links: SiteLinks;
  execute(operation: Operation): Promise<InProcessResult>;
  /**
   * The address at which a page is, for parameters that only the database can tell: others are redirected, or any number would be a page.
   * @param address canonical, with a query
   */
  settle?: (address: string) => Promise<string>;
  /** Where a page is that was at this path within the base path; undefined if none has moved from there. */
  moved?: (pathname: string) => string | undefined;
  /** Without a cache, every request renders its page. */
  cache: PageCache | undefined;
  workBudget: WorkBudget;
  /** In development, Vite injects its client here. */
  transformHtml?: (path: string, html: string) => Promise<string>;
}

/** Logged at level "debug" for each page that is rendered. */
export const RENDERED = "Rendered";

/** One thread renders: many pages at once finish none sooner, and hold up each other until their connections time out. */
const renders = new BoundedQueue(2, 60);
/**
 * Pages with a query, of which there is any number, leave half of the places to plain pages. So many may wait because refusing a client that asks
 * again at once takes more time than letting it wait.
 */
const searches = new BoundedQueue(1, 200);

/** Serves a page, or "not found", at every address that no other route matches. */
export function pageRoutes(app: FastifyInstance, options: PagesOptions): void {
  // Pages are compressed once and cached, not per response; and page requests have no body to decompress.
  app.get("/*", { compress: false, decompress: false }, (request, reply) => servePage(request, reply, options));
  if (options.basePath !== "") {
    // The base path without its slash, which the pattern above does not match.
    app.get("", (request, reply) => {
      const { query } = splitQuery(request.url);
      return reply.redirect(`${options.basePath}/${query}`, 301);
    });
  }
}

/** Answers synchronously from the cache, which serves most requests. */
function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): FastifyReply | Promise<FastifyReply> {
  // The router compares decoded paths, so "/%78/y/" gets here as well as "/x/y/"; but it is a different address.
  if (!request.url.startsWith(`${options.basePath}/`)) {
    reply.callNotFound();
    return reply;
  }
  const url = request.url.slice(options.basePath.length);
  // The cache key is the canonical address, so a canonical request needs no parsing.
  const cached = options.cache?.get(url, () => renderInQueue(request, url, options, renderPath(url)));
  if (cached) return sendPage(request, reply, { key: url, page: cached }, options.cache);
  return resolvePage(request, reply, url, options).catch((error: unknown) =>
    sendPageError(error as FastifyError, request, reply, options.basePath),
  );
}

async function resolvePage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
  options: PagesOptions,
): Promise<FastifyReply> {
  const { pathname, query } = splitQuery(url);
  const { isPage } = await options.renderer();
  // Feeds and raw texts have routes of their own at their addresses; other spellings of those come here.
  const canonical = canonicalPath(pathname, (path) => isPage(path) || isFeed(path) || isRawText(path));
  if (canonical !== undefined) {
    if (canonical !== pathname) return reply.redirect(`${options.basePath}${canonical}${query}`, 301);
    const moved = options.moved?.(pathname);
    if (moved !== undefined) return reply.redirect(`${options.basePath}${moved}`, 301);
    const address = canonicalAddress(pathname, query);
    const settled = options.settle && hasQuery(address) ? await options.settle(address) : address;
    if (settled !== address) return reply.redirect(`${options.basePath}${settled}`, 302);
    const keyed = await pageAt(request, address, options);
    if (keyed.page.status !== 404) return sendPage(request, reply, keyed, options.cache);
  }
  return sendPage(request, reply, await notFoundPage(request, pathname, options), options.cache);
}

function pageAt(request: FastifyRequest, address: string, options: PagesOptions): Promise<KeyedPage> {
  return getOrRender(request, address, options, renderPath(address));
}

/** One response for everything that is not found, so that it does not reveal whether a private page exists. */
function notFoundPage(request: FastifyRequest, pathname: string, options: PagesOptions): Promise<KeyedPage> {
  const { locale } = splitLocalePath(pathname);
  // Cannot collide with an address, which begins with a slash.
  const key = `not found: ${locale}`;
  return getOrRender(request, key, options, (renderer, site) => renderer.renderNotFound({ ...site, locale }));
}

type RenderFunction = (renderer: PageRenderer, site: Site) => Promise<PageResult>;

function renderPath(path: string): RenderFunction {
  return (renderer, site) => renderer.render({ ...site, path });
}

async function getOrRender(
  request: FastifyRequest,
  key: string,
  options: PagesOptions,
  renderWith: RenderFunction,
): Promise<KeyedPage> {
  const { cache } = options;
  const hasLeft = () => request.raw.socket.destroyed;
  const render = () => renderInQueue(request, key, options, renderWith, hasLeft);
  // Whoever finds a stale page has had an answer, and may leave.
  const renderAnew = () => renderInQueue(request, key, options, renderWith);
  try {
    return { key, page: await (cache ? (cache.get(key, renderAnew) ?? cache.render(key, render)) : render()) };
  } catch (error) {
    if (!(error instanceof AbandonedError) || hasLeft()) throw error;
    // Another client had asked for it first, and has left.
    return getOrRender(request, key, options, renderWith);
  }
}

/**
 * Only the request that starts a render pays, before it waits, and takes a place; concurrent requests for the same page wait for its result.
 * @throws AbandonedError for a search whose client `hasLeft` when it is its turn
 */
async function renderInQueue(
  request: FastifyRequest,
  key: string,
  options: PagesOptions,
  renderWith: RenderFunction,
  hasLeft?: () => boolean,
): Promise<RenderedPage> {
  options.workBudget.spend(PAGE_POINTS, { address: request.ip });
  const render = () => renders.run(() => renderPage(request, key, options, renderWith));
  return hasQuery(key) ? searches.run(render, hasLeft) : render();
}

async function renderPage(
  request: FastifyRequest,
  key: string,
  options: PagesOptions,
  renderWith: RenderFunction,
): Promise<RenderedPage> {
  const [renderer, assets] = await Promise.all([options.renderer(), options.assets()]);
  const faults: unknown[] = [];
  const shown = new Set<PageTag>();
  const result = await renderWith(renderer, {
    basePath: options.basePath,
    publicUrl: options.origin,
    links: options.links,
    assets,
    execute: async (operation) => {
      const execution = await options.execute(operation);
      faults.push(...execution.faults);
      for (const tag of execution.shown) shown.add(tag);
      return execution.result;
    },
  });
  request.log.debug({ page: key }, RENDERED);
  if (result.status === 500 && result.error !== undefined) request.log.error({ err: result.error }, "A page failed");
  const html = options.transformHtml
    ? await options.transformHtml(request.url, Buffer.from(result.html).toString())
    : result.html;
  // At the address of a prompt there is also Markdown (`markdownTarget`).
  const { pathname } = splitQuery(key);
  const isAlsoMarkdown = promptNumberOf(pathname) !== undefined;
  const link = pageLinks(pathname, options.origin + options.basePath);
  return new RenderedPage(
    {
      ...result,
      html,
      ...(isAlsoMarkdown && { vary: "accept, accept-encoding" }),
      ...(link !== undefined && { link }),
    },
    { shown, faults },
  );
}
