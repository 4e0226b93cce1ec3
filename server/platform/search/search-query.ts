import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { LIMITS } from "../../../contract/limits";
import { HANGUL, splitCjkWords, stripParticle, withoutKoreanEnding } from "./cjk-words";
import { type Compounds, NO_COMPOUNDS } from "./compounds";
import { fillers, fillersOf } from "./filler-words";
import { stripMarks } from "./fold";
import { hangulOf, isPinyin, kanaOf, pinyinReadings } from "./latin-input";
import { quoteLexeme, type Weight } from "./lexeme";
import { otherForms } from "./other-forms";
import { stemDictionary, stemInputs } from "./stem-words";
import { type CjkSegment, type Segment, segment, type WordPart, type WordSegment } from "./tokenize";

/**
 * What to search for in the texts of one locale. The templates are tsqueries in which `%1$s` stands for the stem of the first of
 * `words`, and so on; `searchQuerySql` fills them in. Of the first four, each matches a subset of the one before it.
 */
export interface SearchQueryPart {
  locale: Locale;
  words: string[];
  /** The dictionary of each word. */
  dictionaries: string[];
  /** All words, anywhere. */
  anywhere: string;
  /** All words in what is not the content. */
  head: string;
  /** All words in the title. */
  title: string;
  /** The words next to each other in the title, as typed. */
  exact: string;
  /** All words but one, anywhere; null of a single word. */
  nearly: string | null;
  /** How many words there are, without fillers. */
  size: number;
  /** The words one by one. */
  terms: SearchTerm[];
  /** Those that are not written between spaces, folded. */
  runs: string[];
}

/** A word of a query, or what may stand for it. */
export interface SearchTerm {
  /** The number of the word, from 0. */
  word: number;
  /** Folded, as typed; empty where words are not separated. */
  text: string;
  /** How much it is like the word: 1, or less. */
  factor: number;
  /** Whether a text that has it has the word. */
  whole: boolean;
  anywhere: string;
  title: string;
  remark: string;
  /** In what is not shown. */
  hidden: string;
}

/** Plain JSON: a part for each requested locale, followed by English if it was not one of them. */
export type SearchQuery = SearchQueryPart[];

/** Two locales and English. */
export const MAX_QUERY_PARTS = 3;

/** A longer word that only begins with the last one typed. */
const PREFIX_FACTOR = 0.6;
/** A word of which a character has been left out, or an ending that may be part of it. */
const CORE_FACTOR = 0.6;
const COMPOUND_FACTOR = 0.8;
const LATIN_INPUT_FACTOR = 0.8;
const MAX_WORDS = 12;
const MAX_TERMS = 40;
const MAX_HINTS = 8;
/** Words from this number on are hints. */
export const FIRST_HINT = 100;
/** Hints from this number on are characters, which say nothing of a text that has all words. */
export const FIRST_CHARACTER = 200;
const QUESTION_FACTOR = 0.3;
const CHARACTER_FACTOR = 0.2;
const NEIGHBOUR_FACTOR = 0.4;
export const MAX_QUERY_TERMS = MAX_QUERY_PARTS * (MAX_TERMS + 4 * MAX_HINTS);
/** One grapheme cluster can be of any length. */
const MAX_CODE_UNITS = LIMITS.searchQuery * 10;
/** Of a phrase. A run of leading Hangul jamo is a single grapheme cluster but as many characters, and each is a step. */
const MAX_STEPS = LIMITS.searchQuery;

/**
 * What to search for in texts of the reader's locale, of another requested one, and of English. Null if the query contains
 * nothing searchable (empty, punctuation, emoji). Never throws, whatever the string.
 */
export function searchQuery(
  query: string,
  locale: Locale,
  other: Locale = locale,
  compounds: Compounds = NO_COMPOUNDS,
): SearchQuery | null {
  const typed = firstGraphemes(query, LIMITS.searchQuery);
  const parts = [...new Set([locale, other, FALLBACK_LOCALE])].map((each) => {
    // What a reader of Chinese types in traditional characters is meant for the English texts too.
    const segments = segment(typed, locale === "zh" ? locale : each, MAX_CODE_UNITS);
    return segments.length > 0 ? queryPart(segments, each, locale, compounds) : null;
  });
  const searchable = parts.filter((part) => part !== null);
  return searchable.length > 0 ? searchable : null;
}

/** The words of a query that are written between spaces, folded, without fillers. */
export function searchableWords(query: string, locale: Locale): string[] {
  const segments = segment(firstGraphemes(query, LIMITS.searchQuery), locale, MAX_CODE_UNITS);
  const words = segments.map(singleWord);
  const isFiller = fillers(words, locale, locale);
  return words.filter((word, index) => LETTERS.test(word) && !isFiller[index]);
}

const LETTERS = /^\p{L}{4,32}$/u;

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

function queryPart(
  segments: readonly Segment[],
  locale: Locale,
  reader: Locale,
  compounds: Compounds,
): SearchQueryPart {
  const isFiller = fillers(segments.map(singleWord), locale, reader);
  const all = segments.map((each, index) => ({
    each,
    isLast: index === segments.length - 1,
    isFiller: isFiller[index] ?? false,
  }));
  const runs = locale === "zh" ? pinyinRuns(all) : all.map((each) => [each]);
  const significant = runs.filter((run) => !run.every((each) => each.isFiller));
  const stems = new StemPlaceholders();
  const words = (significant.length > 0 ? significant : runs)
    .slice(0, MAX_WORDS)
    .flatMap((run) => {
      const [only] = run;
      if (only?.each.kind === "cjk") return cjkTerms(only.each, locale);
      const asked = significant.length > 0 ? run.filter((each) => !each.isFiller) : run;
      const terms = asked.flatMap(({ each, isLast }) =>
        each.kind === "cjk"
          ? []
          : [
              [
                ...wordTerms(each, locale, isLast, stems),
                ...(locale === "de" ? compoundTerms(each, compounds, stems) : []),
              ],
            ],
      );
      const typed = run.map(({ each }) => singleWord(each));
      return [[...together(terms), ...latinInputTerms(typed, locale)]];
    })
    .slice(0, MAX_WORDS);
  const whole = words.map((terms) =>
    anyOf(terms.filter((each) => each.whole && !each.isNarrow).map((each) => each.term)),
  );
  const exactWords = exactPhrase(segments);
  return {
    locale,
    words: stems.words,
    dictionaries: stems.dictionaries,
    anywhere: render(whole, ""),
    head: render(whole, "ABD"),
    title: render(whole, "A"),
    exact: `(${render(whole, "A")}) & (${exactWords("A")})`,
    nearly: whole.length > 1 ? (allButOne(inGroups(whole))?.("") ?? null) : null,
    size: words.length,
    terms: [...termsOf(words), ...hints(segments, isFiller, locale)],
    runs: segments.flatMap((each) => (each.kind === "cjk" ? runWords(each, locale) : [])),
  };
}

interface AskedSegment {
  each: Segment;
  isLast: boolean;
  isFiller: boolean;
}

/** Words that follow each other and together are pinyin, as one; the others one by one. */
function pinyinRuns(segments: readonly AskedSegment[]): AskedSegment[][] {
  const runs: AskedSegment[][] = [];
  for (const asked of segments) {
    const last = runs.at(-1);
    if (last && [...last, asked].every(({ each }) => each.kind === "word" && isPinyin(singleWord(each))))
      last.push(asked);
    else runs.push([asked]);
  }
  return runs;
}

/** The terms of several words as those of one. */
function together(words: readonly Terms[]): Terms {
  const [only] = words;
  if (only && words.length === 1) return only;
  const whole = words.map((terms) => anyOf(terms.filter((each) => each.whole).map((each) => each.term)));
  return [{ term: allOf(whole), factor: 1, whole: true }];
}

/** What may be meant by Latin letters in texts of another script. */
function latinInputTerms(words: readonly string[], locale: Locale): Terms {
  const [word = ""] = words;
  const hangul = locale === "ko" ? hangulOf(word) : undefined;
  const terms = [
    ...(locale === "zh"
      ? pinyinReadings(words).map((reading) => allOf(reading.map((each) => operand(each, false))))
      : []),
    ...(locale === "ja" ? kanaOf(word).map((kana) => pairPhrase([...stripMarks(kana)])) : []),
    ...(hangul === undefined ? [] : [syllablePairPhrase([...hangul])]),
  ];
  return terms.map((term) => ({ term, factor: LATIN_INPUT_FACTOR, whole: true, text: words.join("") }));
}

/**
 * What counts a little beside the words, and is no word that a text must have: how the question is put ("should I"), in what is not
 * shown, which has such questions; and single Chinese characters, of which other words of the same meaning are made (喝酒, 戒酒).
 */
function hints(segments: readonly Segment[], isFiller: readonly boolean[], locale: Locale): SearchTerm[] {
  const phrases: Term[] = [];
  const characters = new Set<string>();
  segments.forEach((each, index) => {
    const next = segments[index + 1];
    if (each.kind === "cjk") {
      if (HANGUL.test(each.unfolded)) return;
      for (const filler of fillersOf(each.unfolded, locale)) phrases.push(pairPhrase([...stripMarks(filler)]));
      for (const { word } of splitCjkWords(each.unfolded, locale))
        for (const char of word) if (/\p{Script=Han}/u.test(char)) characters.add(char);
    } else if (isFiller[index] && isFiller[index + 1] && next?.kind === "word")
      phrases.push(adjacentParts([...each.parts, ...next.parts], false));
  });
  const neighbours = neighbourPhrases(segments, isFiller, locale);
  const characterTerms = [...characters].map((char) => operand(char, true));
  return [
    ...phrases
      .slice(0, MAX_HINTS)
      .map((term) => ({ term, factor: QUESTION_FACTOR, weights: "D" as const, first: FIRST_HINT })),
    ...neighbours
      .slice(0, MAX_HINTS)
      .map((term) => ({ term, factor: NEIGHBOUR_FACTOR, weights: "ABD" as const, first: FIRST_HINT })),
    ...characterTerms
      .slice(0, 2 * MAX_HINTS)
      .map((term) => ({ term, factor: CHARACTER_FACTOR, weights: "" as const, first: FIRST_CHARACTER })),
  ].map(({ term, factor, weights, first }, index) => ({
    word: first + index,
    text: "",
    factor,
    whole: false,
    anywhere: term(weights),
    title: term("A"),
    remark: term("B"),
    hidden: term("D"),
  }));
}

function termsOf(words: readonly Terms[]): SearchTerm[] {
  const terms = words.flatMap((each, word) =>
    each.map(({ term, factor, whole, text = "" }) => ({
      word,
      text,
      factor,
      whole,
      anywhere: term(""),
      title: term("A"),
      remark: term("B"),
      hidden: term("D"),
    })),
  );
  // Parts of words only as far as there is room.
  return [...terms.filter(({ whole }) => whole), ...terms.filter(({ whole }) => !whole)].slice(0, MAX_TERMS);
}

/** Part of a tsquery; can be restricted to certain fields. */
type Term = (weights: Weight | "ABD" | "") => string;

/** The best first. `isNarrow`: another one matches all that it does. */
type Terms = { term: Term; factor: number; whole: boolean; text?: string; isNarrow?: boolean }[];

function render(words: readonly Term[], weights: Weight | "ABD" | ""): string {
  return words.map((word) => `(${word(weights)})`).join(" & ");
}

/** Of more words, some count as one. */
const MAX_GROUPS = 8;

/** Words in a number of groups that keeps the query short, each group one term. */
function inGroups(words: readonly Term[]): Term[] {
  const size = Math.ceil(words.length / MAX_GROUPS);
  return Array.from({ length: Math.ceil(words.length / size) }, (_, group) =>
    allOf(words.slice(group * size, (group + 1) * size)),
  );
}

/**
 * All terms but one, at least, in one query: each half, with the other half but one. It has each term log n times; a query for each
 * term that is left out would have it n - 1 times. Null, which is always true, of a single term.
 */
function allButOne(terms: readonly Term[]): Term | null {
  if (terms.length < 2) return null;
  const middle = Math.ceil(terms.length / 2);
  const halves = [terms.slice(0, middle), terms.slice(middle)] as const;
  const [first, last] = halves.map(allButOne);
  return anyOf([allOf([...halves[0], ...(last ? [last] : [])]), allOf([...halves[1], ...(first ? [first] : [])])]);
}

function allOf(terms: readonly Term[]): Term {
  const [only] = terms;
  if (only && terms.length === 1) return only;
  return (weights) => terms.map((term) => `(${term(weights)})`).join(" & ");
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
  return each.parts.map((part) => part.forms[0]).join(" ");
}

const BENGALI = /^\p{Script=Bengali}/u;
/** Scripts whose other forms are inflected and therefore need stemming too. */
const INFLECTED = /^[a-z]|^\p{Script=Cyrillic}/u;

function wordTerms(word: WordSegment, locale: Locale, isLast: boolean, stems: StemPlaceholders): Terms {
  const wholeWord = word.joined ?? word.parts[0];
  const stemmed = wholeWord ? stems.add(wholeWord, locale) : [];
  const others = wholeWord ? otherFormTerms(wholeWord, locale, stems) : [];
  const term = (isPrefix: boolean) => wordTerm(word, { locale, isPrefix, stemmed, others });
  const text = wholeWord?.forms[0] ?? "";
  const whole = { term: term(false), factor: 1, whole: true, text };
  return isLast
    ? [
        { ...whole, isNarrow: true },
        { term: term(true), factor: PREFIX_FACTOR, whole: true, text },
      ]
    : [whole];
}

/** German words by their parts, and parts by the words that have them. */
function compoundTerms(word: WordSegment, compounds: Compounds, stems: StemPlaceholders): Terms {
  const [text] = (word.joined ?? word.parts[0])?.forms ?? [];
  const known = text === undefined ? undefined : compounds.get(text);
  if (!known) return [];
  const terms: Terms = [];
  const partTerm = (part: string) =>
    anyOf([operand(part, false), ...stems.add({ forms: [part], unfolded: part }, "de")]);
  if (known.parts) {
    const [first, last] = known.parts.map(partTerm) as [Term, Term];
    terms.push({ term: (weights) => `(${first(weights)} & ${last(weights)})`, factor: COMPOUND_FACTOR, whole: true });
  }
  if (known.compounds.length > 0)
    terms.push({
      term: anyOf(known.compounds.map((compound) => operand(compound, false))),
      factor: COMPOUND_FACTOR,
      whole: true,
    });
  return terms;
}

interface WordTermOptions {
  locale: Locale;
  /** The last word may be unfinished. Stems are matched whole, and ".net" does not match "network". */
  isPrefix: boolean;
  stemmed: readonly Term[];
  others: readonly Term[];
}

function wordTerm(word: WordSegment, { locale, isPrefix, stemmed, others }: WordTermOptions): Term {
  const wholeWord = word.joined ?? word.parts[0];
  const terms: Term[] = [];
  if (word.parts.length > 1) terms.push(adjacentParts(word.parts, isPrefix));
  if (wholeWord) {
    const typedForms = [...wholeWord.forms, ...(locale === "de" ? umlautSpellings(wholeWord.forms[0]) : [])];
    const hasLeadingDot = typedForms.some((form) => form.startsWith("."));
    const isOpen = (form: string, index: number): boolean =>
      isPrefix && (hasLeadingDot ? form.startsWith(".") : index === 0 || !BENGALI.test(form));
    terms.push(...typedForms.map((form, index) => operand(form, isOpen(form, index))), ...stemmed, ...others);
  }
  return anyOf(terms);
}

function otherFormTerms(word: WordPart, locale: Locale, stems: StemPlaceholders): Term[] {
  return otherForms(word.forms[0]).flatMap((form) => [
    operand(form, false),
    ...(INFLECTED.test(form) ? stems.add({ forms: [form], unfolded: form }, locale) : []),
  ]);
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
function cjkTerms({ unfolded }: CjkSegment, locale: Locale): Terms[] {
  if (HANGUL.test(unfolded)) {
    const word = stripParticle(unfolded);
    return [cored(word, withoutKoreanEnding(word), syllablePairPhrase)];
  }
  return splitCjkWords(unfolded, locale).map(({ word, cores }) => cored(word, cores, pairPhrase));
}

/** Words that follow each other in the query, next to each other: what a title, or a question that is not shown, has in one. */
function neighbourPhrases(segments: readonly Segment[], isFiller: readonly boolean[], locale: Locale): Term[] {
  const phrases: Term[] = [];
  segments.forEach((each, index) => {
    const next = segments[index + 1];
    if (each.kind === "cjk") {
      if (HANGUL.test(each.unfolded)) return;
      const words = splitCjkWords(each.unfolded, locale);
      words.slice(1).forEach(({ word }, at) => {
        phrases.push(pairPhrase([...stripMarks((words[at]?.word ?? "") + word)]));
      });
    } else if (next?.kind === "word" && !isFiller[index] && !isFiller[index + 1])
      phrases.push(adjacentParts([...each.parts, ...next.parts], index + 2 === segments.length));
  });
  return phrases;
}

/** The words of a run with what may be meant by them. */
function runWords({ unfolded }: CjkSegment, locale: Locale): string[] {
  const words = HANGUL.test(unfolded)
    ? [{ word: stripParticle(unfolded), cores: withoutKoreanEnding(stripParticle(unfolded)) }]
    : splitCjkWords(unfolded, locale);
  return words.flatMap(({ word, cores }) => [word, ...cores]).map(stripMarks);
}

function cored(word: string, cores: readonly string[], term: (chars: readonly string[]) => Term): Terms {
  const of = (text: string) => term([...stripMarks(text)]);
  return [
    { term: of(word), factor: 1, whole: true },
    ...cores.map((core) => ({ term: of(core), factor: CORE_FACTOR, whole: false })),
  ];
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
