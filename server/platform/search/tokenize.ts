import { withoutArticle } from "./arabic";
import { stemBengali } from "./bengali";
import { normalize, stripMarks } from "./fold";

/** A word, or a part of a word such as "gpt-4". */
export interface WordPart {
  /** Folded. The first is the word itself; the others share its position (without the article, the ending, …). */
  forms: readonly [string, ...string[]];
  /** Lower case with marks, for the stemmer. */
  plain: string;
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
  plain: string;
}

export type Segment = WordSegment | CjkSegment;

const CJK =
  "(?=[\\p{L}\\p{N}])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}ー]";
const LETTER = `(?!${CJK})[\\p{L}\\p{M}\\p{N}]`;
/** C++, C++20, C#: the sign belongs to the word if no letter follows. */
const SIGN = "(?:(?:\\+\\+|#)(?![+#\\p{L}]))?";
const WORD = `(?:${LETTER})+${SIGN}`;
/** CHUNK matches text that only SEGMENT can split further; PLAIN matches the most common chunks, which need no splitting. */
const CHUNK = /[\p{L}\p{M}\p{N}'.+#-]+/gu;
const PLAIN = new RegExp(`^(?:(?!${CJK})[\\p{L}\\p{M}])+$`, "u");
/** Includes a leading dot (.NET) unless it follows a word or another dot. */
const SEGMENT = new RegExp(`((?:${CJK})+)|((?<![\\p{L}\\p{M}\\p{N}.])\\.)?(${WORD}(?:['.-]${WORD})*)`, "gu");
const PIECE = new RegExp(`(['.-]?)(${WORD})`, "gu");
const DIGITS_OR_REST = /\p{N}+|[^\p{N}]+/gu;
const SEARCHABLE = /[\p{L}\p{N}]/u;
const ARABIC = /\p{Script=Arabic}/u;
const BENGALI = /\p{Script=Bengali}/u;
/** Extensions and names such as ".net", ".js". */
const DOTTED = /^[a-z]{1,8}$/;

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

/** The words of a text in order. Accepts any string. */
export function segment(text: string, limit?: number): Segment[] {
  const known = new Map<string, Segment[]>();
  const segments: Segment[] = [];
  for (const [chunk] of normalize(text, limit).matchAll(CHUNK)) {
    let found = known.get(chunk);
    if (!found) {
      found = segmentChunk(chunk);
      known.set(chunk, found);
    }
    for (const each of found) segments.push(each);
  }
  return segments;
}

function segmentChunk(chunk: string): Segment[] {
  if (PLAIN.test(chunk)) {
    const part = wordPart({ text: chunk, dotted: false });
    return part ? [{ kind: "word", parts: [part], joined: null }] : [];
  }
  const segments: Segment[] = [];
  for (const [, cjk, dot, word] of chunk.matchAll(SEGMENT)) {
    if (cjk !== undefined) {
      const chars = [...stripMarks(cjk)];
      if (chars.length > 0) segments.push({ kind: "cjk", chars, plain: cjk });
    } else if (word !== undefined) {
      const found = wordSegment(word, dot !== undefined);
      if (found) segments.push(found);
    }
  }
  return segments;
}

function wordSegment(word: string, dotted: boolean): WordSegment | null {
  const parts = pieces(word, dotted).flatMap((piece) => wordPart(piece) ?? []);
  return parts.length > 0 ? { kind: "word", parts, joined: joinedPart(parts) } : null;
}

interface Piece {
  text: string;
  dotted: boolean;
}

/** Splits at hyphens, dots and apostrophes, and between letters and digits: "gpt4", "GPT-4" and "gpt 4" are the same. */
function pieces(word: string, dotted: boolean): Piece[] {
  const found: Piece[] = [];
  for (const [, connector, text = ""] of word.matchAll(PIECE)) {
    const before = found.at(-1);
    if (connector === "'" && before) {
      if (text === "s") continue;
      if (CLITICS.has(text)) {
        before.text += text;
        continue;
      }
      if (ELIDED.has(before.text)) found.pop();
    }
    const runs = text.match(DIGITS_OR_REST) ?? [];
    runs.forEach((run, index) =>
      found.push({ text: run, dotted: index === 0 && (connector === "." || (connector === "" && dotted)) }),
    );
  }
  return found;
}

function wordPart({ text, dotted }: Piece): WordPart | null {
  const folded = cut(stripMarks(text));
  if (!SEARCHABLE.test(folded)) return null;
  const others: string[] = [];
  if (ARABIC.test(folded)) others.push(...withoutArticle(folded));
  if (BENGALI.test(folded)) others.push(stemBengali(folded));
  if (dotted && DOTTED.test(folded)) others.push(`.${folded}`);
  return { forms: [folded, ...others.filter((form) => form !== folded)], plain: cut(text) };
}

function joinedPart(parts: readonly WordPart[]): WordPart | null {
  if (parts.length < 2 || parts.length > MAX_JOINED_PARTS) return null;
  const folded = parts.map((part) => part.forms[0]).join("");
  return { forms: [cut(folded)], plain: cut(parts.map((part) => part.plain).join("")) };
}

function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join("");
}
