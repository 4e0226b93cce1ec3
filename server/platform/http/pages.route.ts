import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { SiteLinks } from "../../../product.config";
import type { InProcessResult, Operation } from "../graphql/in-process";
import { canonicalPath, knownAddress } from "./addresses";
import type { PageCache } from "./page-cache";
import type { PageAssets, PageRenderer } from "./page-renderer";
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

/**
 * Rendering is work of this one thread: many pages at once make each other wait until their database connections time out,
 * and none is ready sooner. So a few are rendered at a time, and the others wait for their turn.
 */
const takingTurns = pLimit(2);

/** Every address that is nothing else is a page: found or not, the client's router decides. */
export function pageRoutes(app: FastifyInstance, options: PagesOptions): void {
  // Pages are compressed once and kept, not once an answer; and who asks for one sends nothing.
  app.get("/*", { compress: false, decompress: false }, (request, reply) => servePage(request, reply, options));
  if (options.basePath !== "") {
    // The base path without its slash, which the pattern above does not match.
    app.get("", (request, reply) => reply.redirect(request.url.replace(options.basePath, `${options.basePath}/`), 301));
  }
}

/** Returns no promise for a page that is kept: that is what most requests are for. */
function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): FastifyReply | Promise<FastifyReply> {
  const url = request.url.slice(options.basePath.length);
  // What is kept stands under its own address, so that most requests need not be taken apart.
  const found = options.cache?.get(url);
  if (found) return sendPage(request, reply, found, () => options.cache?.grown(url, found));
  const queryAt = url.indexOf("?");
  const pathname = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 ? "" : url.slice(queryAt);
  const canonical = canonicalPath(pathname);
  if (canonical !== undefined) return reply.redirect(`${options.basePath}${canonical}${query}`, 301);

  const address = knownAddress(pathname, query);
  const kept = options.cache?.get(address);
  const send = (page: RenderedPage) => sendPage(request, reply, page, () => options.cache?.grown(address, page));
  if (kept) return send(kept);
  const render = () => renderPage(request, address, options);
  const rendering = options.cache ? options.cache.render(address, render) : render();
  return rendering.then(send);
}

async function renderPage(request: FastifyRequest, address: string, options: PagesOptions): Promise<RenderedPage> {
  const [renderer, assets] = await Promise.all([options.renderer(), options.assets()]);
  const faults: unknown[] = [];
  const result = await takingTurns(() =>
    renderer.render({
      // An address that means another host to a URL parser is no page of ours.
      path: address.replace(/^\/{2,}/, "/"),
      basePath: options.basePath,
      publicUrl: options.origin,
      links: options.links,
      assets,
      execute: async (operation) => {
        const executed = await options.execute(operation);
        faults.push(...executed.faults);
        return executed.result;
      },
    }),
  );
  if (result.status === 500 && result.error !== undefined) request.log.error({ err: result.error }, "A page failed");
  const html = options.transformHtml ? await options.transformHtml(address, result.html) : result.html;
  return new RenderedPage({ ...result, html }, faults);
}

/** @param grown called when the page was encoded anew for this answer */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  grown: () => void,
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
    grown();
    return send(made);
  });
}
