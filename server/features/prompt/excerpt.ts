import { LRUCache } from "lru-cache";
import { LIMITS } from "../../../contract/limits";
import { promptTokens } from "../../../contract/prompt-markup";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** Some 2 kB each, besides the text. */
const CLUSTER_ENDS = new LRUCache<string, Uint32Array>({ max: 2000 });

/**
 * The start of a text with its markup, cut between words and never within a variable, and then marked with "…".
 * @param length the most grapheme clusters that it may have, the mark not counted.
 */
export function excerptOf(content: string, length: number): string {
  const end = graphemesEnd(content, length);
  if (end === content.length) return content;
  return `${content.slice(0, boundaryBefore(content, end)).trimEnd()}…`;
}

/** Whether a text is short enough to be its own excerpt. */
export function excerptIsWhole(content: string, length: number): boolean {
  return graphemesEnd(content, length) === content.length;
}

/** Letters and signs that are a cluster of their own whatever stands beside them: no marks, joiners, surrogates, Hangul, CR. */
const PLAIN =
  /^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uff01-\uff60]*$/;

/** Where the first clusters of a text end. Most texts are plain: counting their clusters took a tenth of rendering a page. */
function graphemesEnd(content: string, length: number): number {
  if (content.length <= length) return content.length;
  // The unit beyond the end belongs to the test: it could be a mark on the last letter.
  if (PLAIN.test(content.slice(0, length + 1))) return length;
  const ends = clusterEnds(content);
  return length <= ends.length ? (ends[length - 1] ?? content.length) : content.length;
}

/**
 * Where each of the first clusters of a text ends, as many as an excerpt may have. Walking through them takes a millisecond in Hindi
 * or Bengali, and one query can ask for a text's excerpt hundreds of times.
 */
function clusterEnds(content: string): Uint32Array {
  const known = CLUSTER_ENDS.get(content);
  if (known) return known;
  const ends: number[] = [];
  for (const { index, segment } of graphemes.segment(content)) {
    if (ends.length === LIMITS.excerpt) break;
    ends.push(index + segment.length);
  }
  const made = Uint32Array.from(ends);
  CLUSTER_ENDS.set(content, made);
  return made;
}

function boundaryBefore(content: string, end: number): number {
  let endOfToken = 0;
  for (const token of promptTokens(content)) {
    if (token.start >= end) break;
    if (token.end > end) return token.start;
    endOfToken = token.end;
  }
  if (!splitsWord(content, end)) return end;
  const space = content.slice(endOfToken, end).search(/\s\S*$/u);
  return endOfToken + space > 0 ? endOfToken + Math.max(0, space) : end;
}

const LETTER_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}\p{M}]/u;
const UNSPACED_BEFORE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const UNSPACED_AFTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Scripts without spaces may be cut anywhere, others only where no two letters meet. */
function splitsWord(content: string, at: number): boolean {
  const before = content.slice(Math.max(0, at - 2), at);
  const after = content.slice(at, at + 2);
  const letters = LETTER_BEFORE.test(before) && LETTER_AFTER.test(after);
  return letters && !UNSPACED_BEFORE.test(before) && !UNSPACED_AFTER.test(after);
}
