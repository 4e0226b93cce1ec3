const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** In UTF-16 code units. Each step of a segmenter takes time in proportion to the whole text that it was given. */
const CHUNK = 250;
/** A longer cluster counts as several. */
const LONGEST_CLUSTER = 2000;

/** Whether a text has more grapheme clusters. One of more than 2,000 code units counts as several. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && countGraphemes(text, limit) > limit;
}

/** The number of grapheme clusters, as a person counts. @param enough where counting may stop */
export function countGraphemes(text: string, enough = Infinity): number {
  const ends = graphemeEnds(text);
  let count = 0;
  while (count <= enough && !ends.next().done) count += 1;
  return count;
}

/** The index after each grapheme cluster. Takes time only for those that are asked for, and their chunk. */
export function* graphemeEnds(text: string): Generator<number, void> {
  for (let at = 0, size = CHUNK; at < text.length;) {
    const start = at;
    for (const { index, segment } of graphemes.segment(text.slice(start, start + size))) {
      const end = start + index + segment.length;
      // The last cluster of a chunk may go on in the next one, which begins with it, or in a longer one.
      if (end === start + size && end < text.length && (index > 0 || size < LONGEST_CLUSTER)) break;
      yield end;
      at = end;
    }
    size = at > start ? CHUNK : size * 2;
  }
}
