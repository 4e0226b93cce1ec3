import type { DataSource } from "typeorm";
import { LOCALE_CODES, localePath, type Locale } from "../../../contract/locales";
import { postPath } from "../../../contract/docs-pages";
import { docPath, PAGES, promptPath } from "../../../contract/pages";
import { readRows } from "../../platform/database/read-rows";
import { docsContent } from "../docs";

/** With 13 languages a part stays below the limit of 50,000 URLs per sitemap. */
const IDS_PER_PART = 3000;

/** @param site the site's URL including the base path, without a trailing slash */
export async function sitemapIndex(dataSource: DataSource, site: string): Promise<string> {
  const rows = await readRows<{ part: number }>(
    dataSource,
    `select distinct id / ${String(IDS_PER_PART)} as part from prompt where listed order by part`,
  );
  const parts = [...new Set([0, ...rows.map((row) => row.part)])];
  return xml(
    "sitemapindex",
    parts.map((part) => `<sitemap><loc>${site}/sitemap-${String(part)}.xml</loc></sitemap>`),
  );
}

/** A part of the sitemap; part 0 also lists the site's static pages. Null if there is no such part. */
export async function sitemapPart(dataSource: DataSource, site: string, part: number): Promise<string | null> {
  const rows = await readRows<{ id: number; languages: Locale[]; updated_at: Date }>(
    dataSource,
    `select id, languages, updated_at from prompt where listed and id >= $1::bigint and id < $2::bigint order by id`,
    [part * IDS_PER_PART, (part + 1) * IDS_PER_PART],
  );
  if (part > 0 && rows.length === 0) return null;
  const address = (locale: Locale, path: string) => `${site}${localePath(locale, path)}`;
  const prompts = rows.flatMap(({ id, languages, updated_at }) =>
    languages.map((locale) => page(address(locale, promptPath(id)), updated_at)),
  );
  return xml("urlset", [...(part === 0 ? staticPages(address) : []), ...prompts]);
}

function staticPages(address: (locale: Locale, path: string) => string): string[] {
  const lists = [PAGES.home.path, PAGES.communityPrompts.path, PAGES.feedback.path, PAGES.blog.path].flatMap((path) =>
    LOCALE_CODES.map((locale) => `<url><loc>${address(locale, path)}</loc></url>`),
  );
  const { current } = docsContent();
  // Pages that are shown in English for lack of a translation are left out.
  const docs = LOCALE_CODES.flatMap((locale) =>
    current
      .pagesOf(locale)
      .filter((doc) => doc.locale === locale)
      .map(({ path, updatedAt }) => page(address(locale, docPath(path)), updatedAt)),
  );
  const posts = LOCALE_CODES.flatMap((locale) =>
    current
      .posts(locale)
      .filter((post) => post.locale === locale)
      .map(({ path, publishedAt }) => page(address(locale, postPath(path)), publishedAt)),
  );
  return [...lists, ...docs, ...posts];
}

function page(address: string, updatedAt: Date): string {
  return `<url><loc>${address}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`;
}

function xml(root: string, lines: string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    "",
  ].join("\n");
}
