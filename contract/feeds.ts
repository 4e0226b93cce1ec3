import { LOCALE_CODES, type Locale, localePath } from "./locales";
import { PAGES } from "./pages";

/** The Atom feed of new community prompts in a language, of all or of those with a tag; without the base path. */
export function communityFeedPath(locale: Locale, tag?: string): string {
  const query = tag === undefined ? "" : `?tag=${encodeURIComponent(tag)}`;
  return `${localePath(locale, `${PAGES.communityPrompts.path}.atom`)}${query}`;
}

/** The Atom feed of the news about the site in a language; without the base path. */
export function newsFeedPath(locale: Locale): string {
  return localePath(locale, `${PAGES.blog.path}.atom`);
}

const FEED_PATHS: ReadonlySet<string> = new Set(
  LOCALE_CODES.flatMap((locale) => [communityFeedPath(locale), newsFeedPath(locale)]),
);

/** Whether there is a feed at exactly this path. @param pathname within the base path, without the query */
export function isFeed(pathname: string): boolean {
  return FEED_PATHS.has(pathname);
}
