import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SiteLinks } from "../../../contract/site-links";
import { splitLocalePath } from "../../../contract/locales";
import type { InProcessResult, Operation } from "../graphql/in-process";
import { canonicalPath, hasQuery, canonicalAddress } from "./addresses";
import type { PageCache } from "./page-cache";
import type { PageAssets, PageRenderer, PageResult, Site } from "../../../contract/page-renderer";
import { RenderQueue } from "./render-queue";
import { isFresh, RenderedPage } from "./rendered-page";

export interface PagesOptions {
  renderer(): Promise<PageRenderer>;
  assets(): Promise<PageAssets>;
  basePath: string;
  origin: string;
  links: SiteLinks;
  execute(operation: Operation): Promise<InProcessResult>;
  /** Without one every page is rendered anew. */
  cache: PageCache | undefined;
  /** In development Vite adds what its client needs. */
  transformHtml?: (path: string, html: string) => Promise<string>;
}

/** Of all sites in this process: they share its one thread. */
const turns = new RenderQueue();

/** Every address that is nothing else is a page's, or nothing is found there. */
export function pageRoutes(app: FastifyInstance, options: PagesOptions): void {
  // Pages are compressed once and kept, not once an answer; and who asks for one sends nothing.
  app.get("/*", { compress: false, decompress: false }, (request, reply) => servePage(request, reply, options));
  if (options.basePath !== "") {
    // The base path without its slash, which the pattern above does not match.
    app.get("", (request, reply) => {
      const { query } = splitQuery(request.url);
      return reply.redirect(`${options.basePath}/${query}`, 301);
    });
  }
}

/** Returns no promise for a page that is kept: that is what most requests are for. */
function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): FastifyReply | Promise<FastifyReply> {
  // The router has decoded what it compared: "/%78/y/" has led here as well as "/x/y/", and is another address.
  if (!request.url.startsWith(`${options.basePath}/`)) {
    reply.callNotFound();
    return reply;
  }
  const url = request.url.slice(options.basePath.length);
  // What is kept stands under its own address, so that most requests need not be taken apart.
  const kept = options.cache?.get(url);
  if (kept) return sendPage(request, reply, { key: url, page: kept }, options.cache);
  return findPage(request, reply, url, options);
}

async function findPage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
  options: PagesOptions,
): Promise<FastifyReply> {
  const { pathname, query } = splitQuery(url);
  const { isPage } = await options.renderer();
  const canonical = canonicalPath(pathname, isPage);
  if (canonical !== undefined) {
    if (canonical !== pathname) return reply.redirect(`${options.basePath}${canonical}${query}`, 301);
    const found = await pageAt(request, canonicalAddress(pathname, query), options);
    if (found.page.status !== 404) return sendPage(request, reply, found, options.cache);
  }
  return sendPage(request, reply, await notFoundPage(request, pathname, options), options.cache);
}

function splitQuery(url: string): { pathname: string; query: string } {
  const at = url.indexOf("?");
  return at === -1 ? { pathname: url, query: "" } : { pathname: url.slice(0, at), query: url.slice(at) };
}

/** A page and what it is kept under. */
interface Found {
  key: string;
  page: RenderedPage;
}

function pageAt(request: FastifyRequest, address: string, options: PagesOptions): Promise<Found> {
  return obtain(request, address, options, (renderer, site) => renderer.render({ ...site, path: address }));
}

/** The same for all that is not found: whether something is there that is private does not show. */
function notFoundPage(request: FastifyRequest, pathname: string, options: PagesOptions): Promise<Found> {
  const { locale } = splitLocalePath(pathname);
  // Addresses begin with a slash.
  const key = `not found: ${locale}`;
  return obtain(request, key, options, (renderer, site) => renderer.renderNotFound({ ...site, locale }));
}

type Rendering = (renderer: PageRenderer, site: Site) => Promise<PageResult>;

async function obtain(
  request: FastifyRequest,
  key: string,
  options: PagesOptions,
  rendering: Rendering,
): Promise<Found> {
  const { cache } = options;
  // Only who begins a render takes a turn: who asks for the same page meanwhile waits for that one.
  const render = () => {
    const turn = { address: request.ip, isSearch: hasQuery(key) };
    return turns.take(turn, () => renderPage(request, options, rendering));
  };
  return { key, page: await (cache ? (cache.get(key) ?? cache.render(key, render)) : render()) };
}

async function renderPage(request: FastifyRequest, options: PagesOptions, rendering: Rendering): Promise<RenderedPage> {
  const [renderer, assets] = await Promise.all([options.renderer(), options.assets()]);
  const faults: unknown[] = [];
  const result = await rendering(renderer, {
    basePath: options.basePath,
    publicUrl: options.origin,
    links: options.links,
    assets,
    execute: async (operation) => {
      const executed = await options.execute(operation);
      faults.push(...executed.faults);
      return executed.result;
    },
  });
  if (result.status === 500 && result.error !== undefined) request.log.error({ err: result.error }, "A page failed");
  const html = options.transformHtml ? await options.transformHtml(request.url, result.html) : result.html;
  return new RenderedPage({ ...result, html }, faults);
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, page }: Found,
  cache: PageCache | undefined,
): FastifyReply | Promise<FastifyReply> {
  reply.code(page.status).headers(page.headers);
  if (page.etag !== undefined && isFresh(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
  const encoding = page.text.encodingFor(request.headers["accept-encoding"]);
  const send = (body: Buffer) => {
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(body);
  };
  const body = page.text.get(encoding);
  if (body) return send(body);
  return page.text.make(encoding).then((made) => {
    cache?.grown(key, page);
    return send(made);
  });
}
