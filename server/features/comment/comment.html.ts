import { escapeHtml } from "../../platform/markdown/escape-html";
import { UserMarkdown } from "../../platform/markdown/user-markdown";

/** Raised when the same text is rendered differently. Comments of former versions are rendered again, in the background. */
export const HTML_VERSION = 3;

/**
 * What an older version has rendered is shown as it was written until the job has rendered it. To be raised, to the new version, with a
 * version that mends a hole in the sanitizer; otherwise the older HTML is shown meanwhile, as nobody's page waits for the renderer.
 */
export const SAFE_SINCE = 2;

/** In UTF-16 code units. A short text can refer to the same long address again and again. */
const MAX_HTML = 20_000;

/** Of what is sent, in UTF-16 code units, and in the links to members. The longest name in an address takes some 700. */
export const MAX_SENT = 24_000;
const MAX_LINKS = 20;

/** Finds accounts by the names that a text mentions. */
export type FindMentioned = (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface RenderedComment {
  /** As in `CommentEntity.html`. */
  html: string[];
  /** The ids of the accounts that it mentions, by the name as written. */
  mentioned: ReadonlyMap<string, string>;
  /** What else stands after an @, as written: whom nobody knows, if there is anybody. */
  unknown: string[];
}

/** Renders the Markdown of a comment. @param body of at most 2000 grapheme clusters */
export async function renderComment(body: string, findMentioned: FindMentioned): Promise<RenderedComment> {
  const markdown = new UserMarkdown(body, MAX_HTML);
  const mentioned = markdown.names.length > 0 ? await findMentioned(markdown.names) : new Map<string, string>();
  const html = markdown.toPieces((name) => mentioned.get(name));
  const length = html.reduce((sum, piece) => sum + piece.length, 0);
  const unknown = markdown.names.filter((name) => !mentioned.has(name));
  return length > MAX_HTML ? { html: asWritten(body), mentioned: new Map(), unknown } : { html, mentioned, unknown };
}

/** A text without its Markdown. @returns as `CommentEntity.html` */
export function asWritten(body: string): string[] {
  return [`<p>${escapeHtml(body)}</p>`];
}

/** @param html as in `CommentEntity.html` */
export function idsMentioned(html: readonly string[]): string[] {
  return html.filter((_, index) => index % 3 === 1);
}

/**
 * The HTML of a comment, which links to the members that it mentions by the names that they have now: names may be longer than when it
 * was written, so what is sent is measured here. Past the limit mentions are text, as long as they were.
 * @param html as in `CommentEntity.html`
 * @param nameOf the name of a member; undefined once the account is gone
 * @param addressOf the page of a member
 */
export function joinHtml(
  html: readonly string[],
  nameOf: (id: string) => string | undefined,
  addressOf: (name: string) => string,
): string {
  const parts = html.map((piece, index) => {
    if (index % 3 === 0) return piece;
    return index % 3 === 1 ? `@${escapeHtml(html[index + 1] ?? "")}` : "";
  });
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  let links = 0;
  for (const [index, id] of html.entries()) {
    const name = index % 3 === 1 && links < MAX_LINKS ? nameOf(id) : undefined;
    if (name === undefined) continue;
    const link = `<a href="${escapeHtml(addressOf(name))}">@${escapeHtml(name)}</a>`;
    const longer = link.length - (parts[index] ?? "").length;
    if (length + longer > MAX_SENT) continue;
    parts[index] = link;
    length += longer;
    links += 1;
  }
  return parts.join("");
}
