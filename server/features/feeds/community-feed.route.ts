import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import { communityFeedPath } from "../../../contract/feeds";
import { LOCALE_CODES, type Locale } from "../../../contract/locales";
import { splitQuery } from "../../platform/http/addresses";
import type { PageCache } from "../../platform/http/page-cache";
import { RenderedPage } from "../../platform/http/rendered-page";
import { sendPage } from "../../platform/http/send-page";
import { tagStore } from "../tag";
import { communityFeed } from "./community-feed";

export interface FeedsOptions {
  dataSource: DataSource;
  origin: string;
  basePath: string;
  /** Without a cache, every request reads the database. */
  cache: PageCache | undefined;
}

/** Atom feeds of new community prompts, which are kept, and dropped after a change, like the pages that list them. */
export function communityFeedRoutes(app: FastifyInstance, options: FeedsOptions): void {
  for (const locale of LOCALE_CODES) {
    // Compressed once an encoding, not once a response.
    app.get(communityFeedPath(locale), { compress: false }, (request, reply) =>
      serveFeed(request, reply, locale, options),
    );
  }
}

async function serveFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
  { dataSource, origin, basePath, cache }: FeedsOptions,
): Promise<FastifyReply> {
  const { pathname, query } = splitQuery(request.url);
  const tag = new URLSearchParams(query).get("tag") ?? undefined;
  // The router compares decoded paths: another spelling is another address.
  const isCanonical = pathname === basePath + communityFeedPath(locale);
  if (!isCanonical || (tag !== undefined && !(await tagStore(dataSource)).bySlug(tag))) {
    reply.callNotFound();
    return reply;
  }
  const key = communityFeedPath(locale, tag);
  const render = async () => {
    const { xml, shown } = await communityFeed(dataSource, { site: origin + basePath, locale, tag });
    return new RenderedPage({ status: 200, contentType: "application/atom+xml", html: xml }, { shown });
  };
  const page = await (cache ? (cache.get(key, render) ?? cache.render(key, render)) : render());
  return sendPage(request, reply, { key, page }, cache);
}
