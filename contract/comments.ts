import { PAGES, promptPath } from "./pages";

/** The number of a comment, by its id in the API: it stands in addresses, and higher ones are newer. */
export function commentNumber(id: string): string {
  return id.replace(/^c/, "");
}

/** The id in the API of the comment with a number. */
export function commentId(number: string): string {
  return `c${number}`;
}

/** The page that shows a comment, at its place. */
export function commentPath(promptId: string | null, id: string): string {
  const page = promptId === null ? PAGES.feedback.path : promptPath(promptId);
  return `${page}?comment=${commentNumber(id)}#${commentAnchor(id)}`;
}

/** The id of the element that is a comment. */
export function commentAnchor(id: string): string {
  return `comment-${commentNumber(id)}`;
}
