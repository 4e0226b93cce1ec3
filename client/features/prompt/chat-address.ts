import type { ChatTarget } from "../../../contract/site-links";

/** Halves of letters, which cannot stand in an address; a reader may have pasted some. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The address that opens a chat with a text; null where it is longer than the site takes. */
export function chatAddress({ href, maxLength }: ChatTarget, text: string): string | null {
  const encoded = encodeURIComponent(text.replaceAll(LONE_SURROGATES, "\ufffd"));
  return encoded.length <= maxLength ? href.replaceAll("{prompt}", encoded) : null;
}

/** Where to paste what did not fit into the address. */
export function chatOrigin({ href }: ChatTarget): string {
  return new URL(href).origin;
}
