/** The search of the docs, below /docs/. */
export const DOC_SEARCH = "search";

/** Addresses below /docs/ that are lists of pages. */
export const DOC_CATEGORY = /^category\/([a-z0-9-]+)$/;
export const DOC_TAG = /^tags\/([a-z0-9-]+)$/;
export const DOC_TAGS = "tags";

/** The path of a post within a locale. */
export function postPath(slug: string): string {
  return `/blog/${slug}`;
}
