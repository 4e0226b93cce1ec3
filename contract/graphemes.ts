const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** In UTF-16 code units. Each step of a segmenter takes time in proportion to the whole text that it was given. */
const CHUNK = 2000;

/** Whether a text has more grapheme clusters. One of more than 2,000 code units counts as several. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && countGraphemes(text, limit) > limit;
}

/** The number of grapheme clusters, as a person counts. @param enough where counting may stop */
export function countGraphemes(text: string, enough = Infinity): number {
  let count = 0;
  for (let at = 0; at < text.length && count <= enough;) {
    const starts = Array.from(graphemes.segment(text.slice(at, at + CHUNK)), ({ index }) => index);
    const last = starts.at(-1) ?? 0;
    // The last cluster of a chunk may go on in the next one, which begins with it.
    const isComplete = at + CHUNK >= text.length || last === 0;
    count += isComplete ? starts.length : starts.length - 1;
    at += isComplete ? CHUNK : last;
  }
  return count;
}
