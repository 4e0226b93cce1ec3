import { normalizeLines } from "../../../contract/prompt-text";

/**
 * What is left of a text once a part of it has been posted, which is not written a second time. Null if there is nothing.
 * @param now what the field holds when the answer comes
 * @param sent what it held when that was sent
 */
export function typedSince(now: string, sent: string): string | null {
  // As browsers have put it into the form's data, in the past.
  const posted = sent.replace(/\r\n?/g, "\n");
  if (normalizeLines(now) === normalizeLines(posted)) return null;
  return (now.startsWith(posted) ? now.slice(posted.length) : now).trimStart() || null;
}
