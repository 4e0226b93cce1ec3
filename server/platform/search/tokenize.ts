import type { Locale } from "../../../contract/locales";
import { formsWithoutArticle } from "./arabic";
import { stemBengali } from "./bengali";
import { normalize, stripMarks } from "./fold";
import { simplifyHan } from "./han";

/** A word, or a part of a word such as "gpt-4". */
export interface WordPart {
  /** Folded. The first is the word itself; the others share its position (without the article, the ending, …). */
  forms: readonly [string, ...string[]];
  /** Lower case with marks, for the stemmer. */
  unfolded: string;
}

/** A run of letters and digits with its inner apostrophes, hyphens and dots. The parts have consecutive positions. */
export interface WordSegment {
  kind: "word";
  parts: WordPart[];
  /** The parts joined, if there are several: "email" for "e-mail". */
  joined: WordPart | null;
}

/** A run of Han, Kana or Hangul: its words are not separated by spaces, so it is searched by pairs of characters. */
export interface CjkSegment {
  kind: "cjk";
  chars: string[];
  /** Lower case with Kana as typed, for the word breaker. */
  unfolded: string;
}

export type Segment = WordSegment | CjkSegment;

const CJK =
  "(?=[\\p{L}\\p{N}])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}ー]";
const LETTER = `(?!${CJK})[\\p{L}\\p{M}\\p{N}]`;
/** C++, C++20, C#: the sign belongs to the word if no letter follows. */
const TRAILING_SIGN = "(?:(?:\\+\\+|#)(?![+#\\p{L}]))?";
const WORD = `(?:${LETTER})+${TRAILING_SIGN}`;
/** CHUNK matches text that only SEGMENT can split further; PLAIN_WORD matches the most common chunks, which need no splitting. */
const CHUNK = /[\p{L}\p{M}\p{N}'.+#-]+/gu;
const PLAIN_WORD = new RegExp(`^(?:(?!${CJK})[\\p{L}\\p{M}])+$`, "u");
/** Includes a leading dot (.NET) unless it follows a word or another dot. */
const SEGMENT = new RegExp(`((?:${CJK})+)|((?<![\\p{L}\\p{M}\\p{N}.])\\.)?(${WORD}(?:['.-]${WORD})*)`, "gu");
const WORD_PIECE = new RegExp(`(['.-]?)(${WORD})`, "gu");
const DIGIT_OR_LETTER_RUN = /\p{N}+|[^\p{N}]+/gu;
const SEARCHABLE = /[\p{L}\p{N}]/u;
const ARABIC = /\p{Script=Arabic}/u;
const BENGALI = /\p{Script=Bengali}/u;
/** Extensions and names such as ".net", ".js". */
const DOTTED_NAME = /^[a-z]{1,8}$/;

/** French and Italian words that lose their final vowel before an apostrophe. They are not searchable. */
const ELIDED = new Set(
  (
    "l d j m t s n c qu jusqu lorsqu puisqu quoiqu quelqu presqu " +
    "un dell all dall nell sull coll gl degl agl dagl negl sugl quest quell bell sant tutt com cos anch senz dov"
  ).split(" "),
);
/** English endings that stay with their word ("don't" is "dont"); a possessive "s" is dropped. */
const CLITICS = new Set(["t", "re", "ve", "ll", "d", "m"]);

const MAX_WORD_LENGTH = 64;
const MAX_JOINED_PARTS = 5;

/** The words of a text in order. Accepts any string. @param locale of the text */
export function segment(text: string, locale: Locale, limit?: number): Segment[] {
  // Not in Japanese, which writes both, and others again.
  const simplify = locale === "zh" ? simplifyHan : (run: string) => run;
  const cache = new Map<string, Segment[]>();
  const segments: Segment[] = [];
  for (const [chunk] of normalize(text, limit).matchAll(CHUNK)) {
    let chunkSegments = cache.get(chunk);
    if (!chunkSegments) {
      chunkSegments = segmentChunk(chunk, simplify);
      cache.set(chunk, chunkSegments);
    }
    for (const each of chunkSegments) segments.push(each);
  }
  return segments;
}

function segmentChunk(chunk: string, simplify: (run: string) => string): Segment[] {
  if (PLAIN_WORD.test(chunk)) {
    const part = wordPart({ text: chunk, hasLeadingDot: false });
    return part ? [{ kind: "word", parts: [part], joined: null }] : [];
  }
  const segments: Segment[] = [];
  for (const [, found, dot, word] of chunk.matchAll(SEGMENT)) {
    if (found !== undefined) {
      const cjk = simplify(found);
      const chars = [...stripMarks(cjk)];
      if (chars.length > 0) segments.push({ kind: "cjk", chars, unfolded: cjk });
    } else if (word !== undefined) {
      const whole = wordSegment(word, dot !== undefined);
      if (whole) segments.push(whole);
    }
  }
  return segments;
}

function wordSegment(word: string, hasLeadingDot: boolean): WordSegment | null {
  const parts = splitWord(word, hasLeadingDot).flatMap((piece) => wordPart(piece) ?? []);
  return parts.length > 0 ? { kind: "word", parts, joined: joinedPart(parts) } : null;
}

interface Piece {
  text: string;
  hasLeadingDot: boolean;
}

/** Splits at hyphens, dots and apostrophes, and between letters and digits: "gpt4", "GPT-4" and "gpt 4" are the same. */
function splitWord(word: string, hasLeadingDot: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const [, connector, text = ""] of word.matchAll(WORD_PIECE)) {
    const previous = pieces.at(-1);
    if (connector === "'" && previous) {
      if (text === "s") continue;
      if (CLITICS.has(text)) {
        previous.text += text;
        continue;
      }
      if (ELIDED.has(previous.text)) pieces.pop();
    }
    const runs = text.match(DIGIT_OR_LETTER_RUN) ?? [];
    runs.forEach((run, index) =>
      pieces.push({
        text: run,
        hasLeadingDot: index === 0 && (connector === "." || (connector === "" && hasLeadingDot)),
      }),
    );
  }
  return pieces;
}

function wordPart({ text, hasLeadingDot }: Piece): WordPart | null {
  const folded = truncate(stripMarks(text));
  if (!SEARCHABLE.test(folded)) return null;
  const otherForms: string[] = [];
  if (ARABIC.test(folded)) otherForms.push(...formsWithoutArticle(folded));
  if (BENGALI.test(folded)) otherForms.push(stemBengali(folded));
  if (hasLeadingDot && DOTTED_NAME.test(folded)) otherForms.push(`.${folded}`);
  return { forms: [folded, ...otherForms.filter((form) => form !== folded)], unfolded: truncate(text) };
}

function joinedPart(parts: readonly WordPart[]): WordPart | null {
  if (parts.length < 2 || parts.length > MAX_JOINED_PARTS) return null;
  const folded = parts.map((part) => part.forms[0]).join("");
  return { forms: [truncate(folded)], unfolded: truncate(parts.map((part) => part.unfolded).join("")) };
}

function truncate(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word;
  // A character has two code units at most: the rest of a text without spaces need not be taken apart.
  return [...word.slice(0, 2 * MAX_WORD_LENGTH)].slice(0, MAX_WORD_LENGTH).join("");
}
