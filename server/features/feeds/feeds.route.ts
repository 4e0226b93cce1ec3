import type { FastifyInstance, FastifyReply } from "fastify";
import type { DataSource } from "typeorm";
import { BRAND_COLOR, PRODUCT_NAME } from "../../../contract/product";
import { DEFAULT_LOCALE } from "../../../contract/locales";
import type { RequestLimiter } from "../../platform/http/request-limiter";
import { sitemapIndex, sitemapPart } from "./sitemap";

export interface FeedsOptions {
  dataSource: DataSource;
  requestLimiter: RequestLimiter;
  origin: string;
  basePath: string;
}

/** Machine-readable files: sitemap, robots.txt, web manifest. */
export function feedRoutes(app: FastifyInstance, { dataSource, requestLimiter, origin, basePath }: FeedsOptions): void {
  const site = `${origin}${basePath}`;
  app.get("/sitemap.xml", { onRequest: requestLimiter.admit }, (request, reply) =>
    requestLimiter.run(request, async () => send(reply, "application/xml", await sitemapIndex(dataSource, site))),
  );
  app.get<{ Params: { part: string } }>(
    "/sitemap-:part(^(?:0|[1-9]\\d{0,5})).xml",
    { onRequest: requestLimiter.admit },
    (request, reply) =>
      requestLimiter.run(request, async () => {
        const part = await sitemapPart(dataSource, site, Number(request.params.part));
        if (part !== null) return send(reply, "application/xml", part);
        reply.callNotFound();
        return reply;
      }),
  );
  app.get("/robots.txt", (_request, reply) =>
    send(reply, "text/plain", `User-agent: *\nDisallow: ${basePath}/graphql\n\nSitemap: ${site}/sitemap.xml\n`),
  );
  app.get("/site.webmanifest", (_request, reply) =>
    send(reply, "application/manifest+json", JSON.stringify(webManifest(basePath))),
  );
}

function send(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header("cache-control", "public, max-age=3600")
    .header("vary", "accept-encoding")
    .send(body);
}

function webManifest(basePath: string) {
  const icon = (name: string, sizes: string, purpose: string) => ({
    src: `${basePath}/icons/${name}.png`,
    sizes,
    type: "image/png",
    purpose,
  });
  return {
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    lang: DEFAULT_LOCALE,
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: "minimal-ui",
    background_color: "#0c1211",
    theme_color: BRAND_COLOR,
    icons: [
      icon("icon-192", "192x192", "any"),
      icon("icon-512", "512x512", "any"),
      icon("maskable-512", "512x512", "maskable"),
    ],
  };
}
