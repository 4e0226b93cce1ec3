import { localePath, splitLocalePath } from "../../../contract/locales";
import { docPath } from "../../../contract/pages";
import { docsContent } from "./docs-content";

const BELOW_DOCS = docPath("");

/** Where a page of the docs is that was at this path within the base path; undefined if none was. */
export function movedPage(pathname: string): string | undefined {
  if (!pathname.includes(BELOW_DOCS)) return undefined;
  const { locale, path } = splitLocalePath(pathname);
  const to = path.startsWith(BELOW_DOCS) ? docsContent().moved.get(path.slice(BELOW_DOCS.length)) : undefined;
  return to === undefined ? undefined : localePath(locale, docPath(to));
}
