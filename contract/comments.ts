import { PAGES, promptPath } from "./pages";

/** The page that shows a comment, at its place. */
export function commentPath(promptId: string | null, id: string): string {
  return `${promptId === null ? PAGES.feedback.path : promptPath(promptId)}?comment=${id}#${commentAnchor(id)}`;
}

/** The id of the element that is a comment. */
export function commentAnchor(id: string): string {
  return `comment-${id}`;
}
