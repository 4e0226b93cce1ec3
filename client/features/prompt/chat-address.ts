import type { ChatTarget } from "../../../contract/site-links";

/** Lone surrogates cannot be percent-encoded; a reader may have pasted some. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The URL that opens a chat with a text; null if it exceeds the limit of the site. */
export function chatAddress({ href, maxLength }: ChatTarget, text: string): string | null {
  const encoded = encodeURIComponent(text.replaceAll(LONE_SURROGATES, "\ufffd"));
  return encoded.length <= maxLength ? href.replaceAll("{prompt}", encoded) : null;
}

/** The chat's site, for texts that do not fit into the URL. */
export function chatOrigin({ href }: ChatTarget): string {
  return new URL(href).origin;
}
