import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { LIMITS } from "../../../contract/limits";
import { HANGUL, splitCjkWords, stripParticle } from "./cjk-words";
import { stripMarks } from "./fold";
import { quoteLexeme, type Weight } from "./lexeme";
import { otherForms } from "./other-forms";
import { stemDictionary, stemInputs } from "./stem-words";
import { isStopWord } from "./stop-words";
import { type CjkSegment, type Segment, segment, type WordPart, type WordSegment } from "./tokenize";

/**
 * What to search for in the texts of one locale. The four templates are tsqueries in which `%1$s` stands for the stem of the
 * first of `words`, and so on; `searchQuerySql` fills them in. Each matches a subset of the one before it.
 */
interface SearchQueryPart {
  locale: Locale;
  words: string[];
  /** The dictionary of each word. */
  dictionaries: string[];
  /** All words, anywhere. */
  anywhere: string;
  /** All words in title and remark. */
  head: string;
  /** All words in the title. */
  title: string;
  /** The words next to each other in the title, as typed. */
  exact: string;
}

/** Plain JSON: a part for each requested locale, followed by English if it was not one of them. */
export type SearchQuery = SearchQueryPart[];

/** Two locales and English. */
export const MAX_QUERY_PARTS = 3;

const MAX_WORDS = 12;
/** One grapheme cluster can be of any length. */
const MAX_CODE_UNITS = LIMITS.searchQuery * 10;
/** Of a phrase. A run of leading Hangul jamo is a single grapheme cluster but as many characters, and each is a step. */
const MAX_STEPS = LIMITS.searchQuery;

/**
 * What to search for in texts of the reader's locale, of another requested one, and of English. Null if the query contains
 * nothing searchable (empty, punctuation, emoji). Never throws, whatever the string.
 */
export function searchQuery(query: string, locale: Locale, other: Locale = locale): SearchQuery | null {
  const segments = segment(firstGraphemes(query, LIMITS.searchQuery), MAX_CODE_UNITS);
  if (segments.length === 0) return null;
  return [...new Set([locale, other, FALLBACK_LOCALE])].map((each) => queryPart(segments, each));
}

const GRAPHEME_SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

function firstGraphemes(text: string, count: number): string {
  const truncated = text.slice(0, MAX_CODE_UNITS);
  if (truncated.length <= count) return truncated;
  let kept = 0;
  for (const { index } of GRAPHEME_SEGMENTER.segment(truncated)) {
    if (kept === count) return truncated.slice(0, index);
    kept += 1;
  }
  return truncated;
}

function queryPart(segments: readonly Segment[], locale: Locale): SearchQueryPart {
  const all = segments.map((each, index) => ({ each, isLast: index === segments.length - 1 }));
  const significant = all.filter(({ each }) => !isStopWord(singleWord(each), locale));
  const stems = new StemPlaceholders();
  const words = (significant.length > 0 ? significant : all)
    .slice(0, MAX_WORDS)
    .flatMap(({ each, isLast }) => (each.kind === "cjk" ? cjkTerms(each) : [wordTerm(each, locale, isLast, stems)]))
    .slice(0, MAX_WORDS);
  const exactWords = exactPhrase(segments);
  return {
    locale,
    words: stems.words,
    dictionaries: stems.dictionaries,
    anywhere: render(words, ""),
    head: render(words, "AB"),
    title: render(words, "A"),
    exact: `(${render(words, "A")}) & (${exactWords("A")})`,
  };
}

/** Part of a tsquery; can be restricted to certain fields. */
type Term = (weights: Weight | "AB" | "") => string;

function render(words: readonly Term[], weights: Weight | "AB" | ""): string {
  return words.map((word) => `(${word(weights)})`).join(" & ");
}

function operand(lexeme: string, prefix: boolean): Term {
  const quoted = quoteLexeme(lexeme);
  return (weights) => (prefix || weights ? `${quoted}:${prefix ? "*" : ""}${weights}` : quoted);
}

function anyOf(terms: readonly Term[]): Term {
  const [only] = terms;
  if (only && terms.length === 1) return only;
  return (weights) => `(${terms.map((term) => term(weights)).join(" | ")})`;
}

/** Terms at these positions relative to one another. */
function phrase(steps: readonly { term: Term; at: number }[]): Term {
  return (weights) =>
    steps
      .slice(0, MAX_STEPS)
      .map(({ term, at }, index) => {
        const previous = steps[index - 1];
        return previous ? ` <${at - previous.at}> ${term(weights)}` : term(weights);
      })
      .join("");
}

class StemPlaceholders {
  readonly words: string[] = [];
  readonly dictionaries: string[] = [];

  /** Placeholders for the stems of a word. */
  add(part: WordPart, locale: Locale): Term[] {
    const dictionary = stemDictionary(part.forms[0], locale);
    if (dictionary === null) return [];
    return stemInputs(part, locale).map((word) => {
      const number = this.words.push(word);
      this.dictionaries.push(dictionary);
      return (weights) => `'%${number}$s'${weights && `:${weights}`}`;
    });
  }
}

function singleWord(each: Segment): string {
  if (each.kind === "cjk") return each.chars.join("");
  const [part] = each.parts;
  return part && !each.joined ? part.forms[0] : "";
}

const BENGALI = /^\p{Script=Bengali}/u;
/** Scripts whose other forms are inflected and therefore need stemming too. */
const INFLECTED = /^[a-z]|^\p{Script=Cyrillic}/u;

/** The last word may be unfinished, so it is a prefix. Stems are matched whole, and ".net" does not match "network". */
function wordTerm(word: WordSegment, locale: Locale, isLast: boolean, stems: StemPlaceholders): Term {
  const wholeWord = word.joined ?? word.parts[0];
  const terms: Term[] = [];
  if (word.parts.length > 1) terms.push(adjacentParts(word.parts, isLast));
  if (wholeWord) {
    const typedForms = [...wholeWord.forms, ...(locale === "de" ? umlautSpellings(wholeWord.forms[0]) : [])];
    const hasLeadingDot = typedForms.some((form) => form.startsWith("."));
    const isPrefix = (form: string, index: number): boolean =>
      isLast && (hasLeadingDot ? form.startsWith(".") : index === 0 || !BENGALI.test(form));
    terms.push(
      ...typedForms.map((form, index) => operand(form, isPrefix(form, index))),
      ...stems.add(wholeWord, locale),
    );
    for (const form of otherForms(wholeWord.forms[0])) {
      terms.push(operand(form, false));
      if (INFLECTED.test(form)) terms.push(...stems.add({ forms: [form], unfolded: form }, locale));
    }
  }
  return anyOf(terms);
}

function adjacentParts(parts: readonly WordPart[], isLast: boolean): Term {
  return phrase(
    parts.map((part, index) => ({
      term: operand(part.forms[0], isLast && index === parts.length - 1),
      at: index,
    })),
  );
}

/** Germans without umlaut keys type ue for ü: "uebersetzung" is indexed as "ubersetzung". Not in "neue", "quelle". */
function umlautSpellings(word: string): string[] {
  const respelled = word.replace(/(?<![aeiouq])([aou])e/g, "$1");
  return respelled === word ? [] : [respelled];
}

/** The words of a run, each a phrase: they may occur apart and in any order, like words separated by spaces. */
function cjkTerms({ unfolded }: CjkSegment): Term[] {
  return HANGUL.test(unfolded)
    ? [syllablePairPhrase([...stripMarks(stripParticle(unfolded))])]
    : splitCjkWords(unfolded).map((word) => pairPhrase([...stripMarks(word)]));
}

/** A phrase of pairs; a single character is the prefix of a pair. */
function pairPhrase(chars: readonly string[]): Term {
  const [first = "", second] = chars;
  if (second === undefined) return operand(first, true);
  return phrase(
    chars.slice(1).map((char, index) => ({ term: operand((chars[index] ?? "") + char, false), at: index })),
  );
}

/**
 * "코드 리뷰" is also written "코드리뷰". The last syllable of a run is indexed on its own, so any pair that may span two words
 * of at least two syllables also matches as that single syllable.
 */
function syllablePairPhrase(chars: readonly string[]): Term {
  if (chars.length < 4) return pairPhrase(chars);
  return phrase(
    chars.slice(1).map((char, at) => {
      const previous = chars[at] ?? "";
      const pair = operand(previous + char, false);
      const maySpanWords = at > 0 && at < chars.length - 2;
      return { term: maySpanWords ? anyOf([pair, operand(previous, false)]) : pair, at };
    }),
  );
}

/** All words, including stop words, next to each other. */
function exactPhrase(segments: readonly Segment[]): Term {
  const steps: { term: Term; at: number }[] = [];
  let at = 0;
  segments.forEach((each, segmentIndex) => {
    if (each.kind === "word") {
      each.parts.forEach((part, index) => {
        const prefix = segmentIndex === segments.length - 1 && index === each.parts.length - 1;
        steps.push({ term: operand(part.forms[0], prefix), at: at + index });
      });
      at += each.parts.length;
    } else {
      const { chars } = each;
      if (chars.length === 1) steps.push({ term: operand(chars[0] ?? "", true), at });
      for (let index = 0; index + 1 < chars.length; index += 1) {
        steps.push({ term: operand((chars[index] ?? "") + (chars[index + 1] ?? ""), false), at: at + index });
      }
      at += chars.length;
    }
  });
  return phrase(steps);
}
