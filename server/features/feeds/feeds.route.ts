import type { FastifyInstance, FastifyReply } from "fastify";
import { BRAND_COLOR, PRODUCT_NAME } from "../../../contract/product";
import { DEFAULT_LOCALE } from "../../../contract/locales";
import { answerOtherMethods } from "../../platform/http/api-addresses";
import { etagOf, isFresh } from "../../platform/http/rendered-page";
import { communityFeedRoutes, type FeedsOptions } from "./community-feed.route";
import { llmsText } from "./llms";
import { newsFeedRoutes } from "./news-feed.route";
import { sitemapIndex, sitemapPart } from "./sitemap";

interface Options extends FeedsOptions {
  /** The API's schema as it is committed. */
  sdl: string;
}

/** Machine-readable files: sitemap, Atom feeds, robots.txt, llms.txt, web manifest, the API's schema. */
export function feedRoutes(app: FastifyInstance, options: Options): void {
  const { dataSource, origin, basePath } = options;
  const site = `${origin}${basePath}`;
  communityFeedRoutes(app, options);
  newsFeedRoutes(app, site);
  app.get("/sitemap.xml", async (_request, reply) =>
    send(reply, "application/xml", await sitemapIndex(dataSource, site), REVALIDATED),
  );
  app.get<{ Params: { part: string } }>("/sitemap-:part(^(?:0|[1-9]\\d{0,5})).xml", async (request, reply) => {
    const part = await sitemapPart(dataSource, site, Number(request.params.part));
    if (part !== null) return send(reply, "application/xml", part, REVALIDATED);
    reply.callNotFound();
    return reply;
  });
  app.get("/robots.txt", (_request, reply) =>
    send(reply, "text/plain", `User-agent: *\nDisallow: ${basePath}/graphql\n\nSitemap: ${site}/sitemap.xml\n`),
  );
  app.get("/llms.txt", (_request, reply) => send(reply, "text/plain", llmsText(site)));
  schemaRoute(app, options.sdl);
  app.get("/site.webmanifest", (_request, reply) =>
    send(reply, "application/manifest+json", JSON.stringify(webManifest(basePath))),
  );
}

const SCHEMA_PATH = "/schema.graphql";

function schemaRoute(app: FastifyInstance, sdl: string): void {
  const etag = etagOf(sdl);
  answerOtherMethods(app, SCHEMA_PATH, ["GET", "HEAD"]);
  app.get(SCHEMA_PATH, ({ headers }, reply) => {
    reply.header("etag", etag);
    return isFresh(headers["if-none-match"], etag)
      ? send(reply.code(304), "text/plain", "", REVALIDATED)
      : send(reply, "text/plain", sdl, REVALIDATED);
  });
}

/** What others keep of the sitemap would still name a prompt that is not public any more. */
const REVALIDATED = "public, max-age=0, must-revalidate";

function send(reply: FastifyReply, type: string, body: string, cacheControl = "public, max-age=3600"): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header("cache-control", cacheControl)
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
