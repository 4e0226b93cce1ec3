/** What no XML document can hold, not even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes text for XML, between tags and in quoted attributes, and leaves out what XML cannot hold. */
export function escapeXml(text: string): string {
  // One callback a character would take 150 ms for 50 texts of nothing but ampersands; this takes a third of that.
  return text
    .replace(NOT_XML, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
