import { DOC_CATEGORY, DOC_SEARCH, DOC_TAG, DOC_TAGS } from "../../../contract/docs-pages";

/** What there is at an address below /docs/. */
export type DocView =
  | { kind: "page"; path: string }
  | { kind: "search" }
  | { kind: "tags" }
  | { kind: "tag"; slug: string }
  | { kind: "category"; slug: string };

export function docViewAt(path: string): DocView {
  if (path === DOC_SEARCH) return { kind: "search" };
  if (path === DOC_TAGS) return { kind: "tags" };
  const [, tag] = DOC_TAG.exec(path) ?? [];
  if (tag !== undefined) return { kind: "tag", slug: tag };
  const [, category] = DOC_CATEGORY.exec(path) ?? [];
  return category === undefined ? { kind: "page", path } : { kind: "category", slug: category };
}

/** The name of the older version that an address below /docs/ belongs to; null for the current one. */
export function docVersionAt(path: string): string | null {
  return /^(\d+\.\d+)\//.exec(path)?.[1] ?? null;
}
