import type { FastifyInstance } from "fastify";
import { newsFeedPath } from "../../../contract/feeds";
import { LOCALE_CODES, type Locale, localePath } from "../../../contract/locales";
import { postPath } from "../../../contract/docs-pages";
import { PAGES } from "../../../contract/pages";
import { PRODUCT_NAME } from "../../../contract/product";
import { loadI18n } from "../../platform/i18n/load-i18n";
import { docsContent } from "../docs";
import { atomFeed, permanentId } from "./atom";
import { newsFeedWords } from "./feed-words";

/** Atom feeds of the news about the site. @param site its URL including the base path, without a trailing slash */
export function newsFeedRoutes(app: FastifyInstance, site: string): void {
  for (const locale of LOCALE_CODES)
    app.get(newsFeedPath(locale), async (_request, reply) =>
      reply
        .type("application/atom+xml; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .header("vary", "accept-encoding")
        .send(await newsFeed(site, locale)),
    );
}

async function newsFeed(site: string, locale: Locale): Promise<string> {
  const address = (path: string) => `${site}${localePath(locale, path)}`;
  const posts = docsContent().current.posts(locale);
  return atomFeed({
    ...newsFeedWords(await loadI18n(locale)),
    locale,
    id: permanentId(site, `blog/${locale}`),
    icon: `${site}/icons/icon-192.png`,
    generator: { name: PRODUCT_NAME, uri: `${site}/` },
    self: `${site}${newsFeedPath(locale)}`,
    alternate: address(PAGES.blog.path),
    entries: posts.map((post) => ({
      id: permanentId(site, `blog/${post.path}/${locale}`),
      title: post.title,
      alternate: address(postPath(post.path)),
      author: { name: PRODUCT_NAME, uri: `${site}/` },
      published: post.publishedAt,
      updated: post.publishedAt,
      categories: [],
      summary: post.description,
      content: null,
    })),
  });
}
