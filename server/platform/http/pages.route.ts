import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { SiteLinks } from "../../../product.config";
import type { InProcessResult, Operation } from "../graphql/in-process";
import { canonicalPath } from "./addresses";
import { isDatabaseAway } from "./errors.route";
import type { PageAssets, PageRenderer } from "./page-renderer";

export interface PagesOptions {
  renderer(): Promise<PageRenderer>;
  assets(): Promise<PageAssets>;
  basePath: string;
  origin: string;
  links: SiteLinks;
  execute(operation: Operation): Promise<InProcessResult>;
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
  app.get("/*", (request, reply) => servePage(request, reply, options));
  if (options.basePath !== "") {
    // The base path without its slash, which the pattern above does not match.
    app.get("", (request, reply) => reply.redirect(request.url.replace(options.basePath, `${options.basePath}/`), 301));
  }
}

async function servePage(request: FastifyRequest, reply: FastifyReply, options: PagesOptions): Promise<FastifyReply> {
  const url = request.url.slice(options.basePath.length);
  const queryAt = url.indexOf("?");
  const pathname = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 ? "" : url.slice(queryAt);
  const canonical = canonicalPath(pathname);
  if (canonical !== undefined) return reply.redirect(`${options.basePath}${canonical}${query}`, 301);

  const [renderer, assets] = await Promise.all([options.renderer(), options.assets()]);
  const faults: unknown[] = [];
  const page = await takingTurns(() =>
    renderer.render({
      // An address that means another host to a URL parser is no page of ours.
      path: pathname.startsWith("//") ? `/${pathname.replace(/^\/+/, "")}${query}` : url,
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
  if (page.location !== undefined) return reply.redirect(page.location, page.status);
  const html = options.transformHtml ? await options.transformHtml(url, page.html) : page.html;
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
  if (page.status === 500 && page.error !== undefined) request.log.error({ err: page.error }, "A page failed");
  const away = page.status === 500 && faults.some(isDatabaseAway);
  if (away) reply.header("retry-after", "5");
  reply
    .code(away ? 503 : page.status)
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", page.status === 200 ? "public, max-age=0, must-revalidate" : "no-store")
    .header("vary", "accept-encoding");
  if (page.robots) reply.header("x-robots-tag", `${page.robots}, follow`);
  if (page.status !== 200) return reply.send(html);
  reply.header("etag", etag);
  return request.headers["if-none-match"]?.split(/,\s*/).includes(etag) ? reply.code(304).send() : reply.send(html);
}
