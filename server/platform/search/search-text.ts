import type { Locale } from "../../../contract/locales";
import { pinyinOfPairs } from "./latin-input";
import { quoteLexeme, type Weight } from "./lexeme";
import { stemDictionary, stemInputs } from "./stem-words";
import { type Segment, segment, type WordPart } from "./tokenize";

/** Stored with each vector. Increment it with every change to folding or tokenization, so that old vectors are rebuilt. */
export const TOKENIZER_VERSION = 3;

export interface SearchText {
  locale: Locale;
  title: string;
  remark: string | null;
  content: string;
  /** Phrases that are searched, but not shown: other words for it, labels of its tags. */
  words?: readonly string[];
}

/** Words of one field for PostgreSQL to stem. */
interface StemGroup {
  dictionary: string;
  weight: Weight;
  words: string[];
}

/** Plain JSON; `searchVectorSql` turns it into a tsvector. */
export interface SearchVector {
  version: number;
  /** A tsvector literal with positions and weights: A title, B remark, C content, D words that are not shown. */
  literal: string;
  stems: StemGroup[];
}

export function searchVector(text: SearchText): SearchVector {
  const literal = new VectorLiteralBuilder();
  const stems: StemGroup[] = [];
  const fields: readonly (readonly [Weight, string])[] = [
    ["A", text.title],
    ["B", text.remark ?? ""],
    ...(text.words ?? []).map((phrase) => ["D", phrase] as const),
    ["C", text.content],
  ];
  for (const [weight, value] of fields) {
    const segments = segment(value, text.locale);
    literal.add(segments, weight, text.locale === "zh" && weight !== "C");
    stems.push(...stemGroups(segments, weight, text.locale));
  }
  return { version: TOKENIZER_VERSION, literal: literal.toString(), stems };
}

/** PostgreSQL keeps at most 255 positions per lexeme. */
const MAX_POSITIONS = 255;
/** PostgreSQL's maximum is 16383. In longer texts, positions wrap around: phrases still match, and false matches are unlikely. */
const LAST_POSITION = 16_300;
const FIRST_POSITION = 2;
/** Between fields and phrases, so that no phrase matches across fields. */
const FIELD_GAP = 2;
/** A tsvector is limited to 1 MB, of which stems take up to 400 kB in the worst case. */
const MAX_BYTES = 500_000;
const LEXEME_OVERHEAD = 8;
const POSITION_BYTES = 2;

class VectorLiteralBuilder {
  private readonly lexemes = new Map<string, string[]>();
  private position = FIRST_POSITION;
  private bytes = 0;

  /** @param withPinyin whether Chinese words are found by how they are read, too */
  add(segments: readonly Segment[], weight: Weight, withPinyin: boolean): void {
    for (const part of segments) {
      if (part.kind === "cjk") this.addCjk(part.chars, weight, withPinyin ? pinyinOfPairs(part.chars) : []);
      else {
        if (part.joined) this.addLexemes(part.joined.forms, weight);
        for (const { forms } of part.parts) {
          this.addLexemes(forms, weight);
          this.advance(1);
        }
      }
    }
    this.advance(FIELD_GAP);
  }

  /** Every pair, and the last character alone: each character begins a lexeme, so single characters can be searched for. */
  private addCjk(chars: readonly string[], weight: Weight, readings: readonly (string | null)[]): void {
    chars.forEach((char, index) => {
      const pair = char + (chars[index + 1] ?? "");
      const reading = readings[index];
      this.addLexemes(reading == null ? [pair] : [pair, reading], weight);
      this.advance(1);
    });
  }

  private addLexemes(forms: readonly string[], weight: Weight): void {
    for (const form of forms) {
      let positions = this.lexemes.get(form);
      if (!positions) {
        if (this.bytes >= MAX_BYTES) continue;
        positions = [];
        this.lexemes.set(form, positions);
        this.bytes += Buffer.byteLength(form) + LEXEME_OVERHEAD;
      }
      if (positions.length >= MAX_POSITIONS || this.bytes >= MAX_BYTES) continue;
      positions.push(`${this.position}${weight}`);
      this.bytes += POSITION_BYTES;
    }
  }

  private advance(distance: number): void {
    this.position += distance;
    if (this.position > LAST_POSITION) this.position = FIRST_POSITION;
  }

  toString(): string {
    return [...this.lexemes]
      .filter(([, positions]) => positions.length > 0)
      .map(([lexeme, positions]) => `${quoteLexeme(lexeme)}:${positions.join(",")}`)
      .join(" ");
  }
}

function stemGroups(segments: readonly Segment[], weight: Weight, locale: Locale): StemGroup[] {
  const groups = new Map<string, Set<string>>();
  for (const part of segments) {
    if (part.kind === "cjk") continue;
    const wordParts: WordPart[] = part.joined ? [...part.parts, part.joined] : part.parts;
    for (const word of wordParts) {
      const dictionary = stemDictionary(word.forms[0], locale);
      if (dictionary === null) continue;
      const words = groups.get(dictionary) ?? new Set<string>();
      groups.set(dictionary, words);
      for (const input of stemInputs(word, locale)) words.add(input);
    }
  }
  return [...groups].map(([dictionary, words]) => ({ dictionary, weight, words: [...words] }));
}
