import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { graphemeEnds } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { promptTokens } from "../../../contract/prompt-markup";

/** In UTF-16 code units. */
const MAX_SEGMENTED = LIMITS.excerpt * 32;
/** Segmenting a cluster takes as long as returning about ten code units. */
const CLUSTER_LENGTH = 10;
/**
 * By where the text is stored and the hash of what is segmented, so that an entry takes 2.5 kB, however long the text. Not by the hash
 * alone: whether the same text takes anything of the budget told a member who had guessed it that somebody else keeps it, in private.
 */
const clusterEndsCache = new LRUCache<string, Uint32Array>({ max: 2000 });

interface Source {
  /** Where the text is stored. */
  readonly key: string;
  /** Told what an excerpt takes of the text budget, beyond its own length. */
  spend(length: number): void;
}

/**
 * The start of a text, markup included, cut between words and never inside a variable, and then followed by "…".
 * @param length maximum length in grapheme clusters, not counting the "…"
 */
export function excerptOf(content: string, length: number, source?: Source): string {
  const end = endOfGraphemes(content, length, source);
  if (end === content.length) return content;
  return `${uncut(content, content.slice(0, boundaryBefore(content, end))).trimEnd()}…`;
}

/** A start of a text, up to the first braces that mean something else without the rest: those of a code span whose end was cut off. */
function uncut(content: string, start: string): string {
  const whole = promptTokens(content);
  for (const token of promptTokens(start)) {
    const { value } = whole.next();
    if (value?.start !== token.start || value.kind !== token.kind) return start.slice(0, token.start);
  }
  return start;
}

/** Whether a text is short enough to be its own excerpt. */
export function excerptIsWhole(content: string, length: number, source?: Source): boolean {
  return endOfGraphemes(content, length, source) === content.length;
}

/** Characters that always form a grapheme cluster of their own: no marks, joiners, surrogates, Hangul, CR. */
const PLAIN =
  /^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uff01-\uff60]*$/;

/** The index after the first `length` clusters. The fast path matters: segmenting plain texts took a tenth of rendering a page. */
function endOfGraphemes(content: string, length: number, source?: Source): number {
  if (content.length <= length) return content.length;
  // One code unit more is tested: it could be a mark on the last letter.
  if (PLAIN.test(content.slice(0, length + 1))) return length;
  return clusterEnds(content.slice(0, MAX_SEGMENTED), source)[length - 1] ?? Math.min(content.length, MAX_SEGMENTED);
}

/**
 * The end index of each cluster, up to the maximum length of an excerpt. Cached: segmenting takes a millisecond in Hindi or Bengali,
 * and one query can request a text's excerpt hundreds of times.
 */
function clusterEnds(start: string, source?: Source): Uint32Array {
  const key = `${source?.key ?? ""} ${hash("sha1", start, "base64")}`;
  const cached = clusterEndsCache.get(key);
  if (cached) return cached;
  const ends: number[] = [];
  for (const end of graphemeEnds(start)) {
    ends.push(end);
    if (ends.length === LIMITS.excerpt) break;
  }
  source?.spend(ends.length * CLUSTER_LENGTH);
  const result = Uint32Array.from(ends);
  clusterEndsCache.set(key, result);
  return result;
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

/** Whether a cut would separate two letters of a word. Scripts without spaces may be cut anywhere. */
function splitsWord(content: string, at: number): boolean {
  const before = content.slice(Math.max(0, at - 2), at);
  const after = content.slice(at, at + 2);
  const letters = LETTER_BEFORE.test(before) && LETTER_AFTER.test(after);
  return letters && !UNSPACED_BEFORE.test(before) && !UNSPACED_AFTER.test(after);
}
