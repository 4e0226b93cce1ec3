import { escapeHtml } from "../../platform/markdown/escape-html";
import { UserMarkdown } from "../../platform/markdown/user-markdown";

/** Raised when the same text is rendered differently. Comments of former versions are rendered again, in the background. */
export const HTML_VERSION = 1;

/** In UTF-16 code units. A short text can refer to the same long address again and again. */
const MAX_HTML = 20_000;

/** Finds accounts by the names that a text mentions. */
export type FindMentioned = (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface RenderedComment {
  /** As in `CommentEntity.html`. */
  html: string[];
  /** The ids of the accounts that it mentions, by the name as written. */
  mentioned: ReadonlyMap<string, string>;
}

/** Renders the Markdown of a comment. @param body of at most 2000 grapheme clusters */
export async function renderComment(body: string, findMentioned: FindMentioned): Promise<RenderedComment> {
  const markdown = new UserMarkdown(body, MAX_HTML);
  const mentioned = markdown.names.length > 0 ? await findMentioned(markdown.names) : new Map<string, string>();
  const html = markdown.toPieces((name) => mentioned.get(name));
  const length = html.reduce((sum, piece) => sum + piece.length, 0);
  // As it was written.
  if (length > MAX_HTML) return { html: [`<p>${escapeHtml(body)}</p>`], mentioned: new Map() };
  return { html, mentioned };
}

/** @param html as in `CommentEntity.html` */
export function idsMentioned(html: readonly string[]): string[] {
  return html.filter((_, index) => index % 3 === 1);
}

/**
 * The HTML of a comment, which links to the members that it mentions by the names that they have now.
 * @param html as in `CommentEntity.html`
 * @param nameOf the name of a member; undefined once the account is gone
 * @param addressOf the page of a member
 */
export function joinHtml(
  html: readonly string[],
  nameOf: (id: string) => string | undefined,
  addressOf: (name: string) => string,
): string {
  return html
    .map((piece, index) => {
      if (index % 3 === 0) return piece;
      if (index % 3 === 2) return "";
      const name = nameOf(piece);
      if (name === undefined) return `@${escapeHtml(html[index + 1] ?? "")}`;
      return `<a href="${escapeHtml(addressOf(name))}">@${escapeHtml(name)}</a>`;
    })
    .join("");
}
