import MiniSearch, { type SearchResult } from "minisearch";
import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { fillers, fold } from "../../platform/search";
import type { DocsVersion, StoredDoc } from "./docs-content";

export interface TextPart {
  start: number;
  end: number;
}

export interface DocHit {
  page: StoredDoc;
  /** Null above the first heading. */
  anchor: string | null;
  heading: string | null;
  headingHighlights: TextPart[];
  excerpt: string;
  highlights: TextPart[];
}

interface Section {
  id: number;
  page: StoredDoc;
  anchor: string | null;
  title: string;
  heading: string;
  text: string;
}

/** Characters of an excerpt, and how many of them stand before the first word that was found. */
const EXCERPT_LENGTH = 180;
const LEAD_LENGTH = 50;

/** Fewer sections than these with all words are followed by others with some of them. */
const ENOUGH = 3;
/** How much a section counts by the group of its page: who asks in words of everyday life looks for a guide. */
const WEIGHT_OF_GROUP: Readonly<Record<string, number>> = { guides: 1.6, start: 1.3, legal: 0.6 };

/** A search over the sections of a version of the docs, in one language. Texts that are not translated are found by their English words. */
export class DocSearch {
  private readonly sections: Section[];
  private readonly index: MiniSearch<Section>;

  constructor(
    version: DocsVersion,
    private readonly locale: Locale,
  ) {
    const words = segmenter(locale);
    this.sections = version.pagesOf(locale).flatMap((page) =>
      page.sections.map(({ heading, text }) => ({
        id: 0,
        page,
        anchor: heading?.id ?? null,
        title: page.title,
        heading: heading?.text ?? "",
        text: heading === null ? `${page.description} ${text}` : text,
      })),
    );
    this.sections.forEach((section, id) => (section.id = id));
    this.index = new MiniSearch<Section>({
      fields: ["title", "heading", "text"],
      tokenize: words,
      processTerm: (term) => stem(fold(term)),
      searchOptions: {
        boost: { title: 2, heading: 4 },
        boostDocument: (id) => WEIGHT_OF_GROUP[this.sections[id as number]?.page.group ?? ""] ?? 1,
        prefix: true,
        fuzzy: fuzziness,
        weights: { prefix: 0.5, fuzzy: 0.2 },
      },
    });
    this.index.addAll(this.sections);
  }

  /**
   * The best sections, those of a page beside each other, the page with the best one first.
   * @param place puts the addresses of the site into a text
   */
  find(query: string, limit: number, place: (text: string) => string): DocHit[] {
    const words = this.significant(query);
    const strict = this.index.search(words, { combineWith: "AND" });
    const loose = strict.length < ENOUGH ? this.index.search(words, { combineWith: "OR" }) : [];
    const found = [...strict, ...loose.filter(({ id }) => !strict.some((each) => each.id === id))].slice(0, limit);
    const hits = found.flatMap((result) => this.hit(result, place));
    const pages = new Set(hits.map(({ page }) => page));
    return [...pages].flatMap((page) => hits.filter((hit) => hit.page === page));
  }

  /** The words that a text must have: without "how do I", unless there is nothing else. */
  private significant(query: string): string {
    const words = segmenter(this.locale)(query);
    const folded = words.map((word) => fold(word));
    const isFiller = [this.locale, FALLBACK_LOCALE].map((locale) => fillers(folded, locale, this.locale));
    const rest = words.filter((_, at) => !isFiller.some((each) => each[at]));
    return (rest.length > 0 ? rest : words).join(" ");
  }

  private hit(result: SearchResult, place: (text: string) => string): DocHit[] {
    const section = this.sections[result.id as number];
    if (!section) return [];
    const { page, anchor, heading, text } = section;
    const excerpt = place(cut(text, firstOf(text, result.terms)));
    return [
      {
        page,
        anchor,
        heading: heading === "" ? null : heading,
        headingHighlights: partsOf(heading, result.terms),
        excerpt,
        highlights: partsOf(excerpt, result.terms),
      },
    ];
  }
}

const searches = new WeakMap<DocsVersion, Map<Locale, DocSearch>>();

/** The search of a version in a language, made when it is first asked for. */
export function docSearch(version: DocsVersion, locale: Locale): DocSearch {
  const ofVersion = searches.get(version) ?? new Map<Locale, DocSearch>();
  searches.set(version, ofVersion);
  const search = ofVersion.get(locale) ?? new DocSearch(version, locale);
  ofVersion.set(locale, search);
  return search;
}

/** Without the endings of English words; a word of another language rarely has them. Both texts and queries lose them. */
function stem(word: string): string {
  return /^[a-z]{5,}$/.test(word) ? word.replace(/(?:ies|ing|ed|es|s|e|y)$/, "") : word;
}

/** Short words must be right: "tag" is not "tab". */
function fuzziness(term: string): number | false {
  return term.length > 5 ? 0.2 : false;
}

/** Divides a text into words, also where the language has no spaces. */
function segmenter(locale: Locale): (text: string) => string[] {
  const segments = new Intl.Segmenter(locale, { granularity: "word" });
  return (text) => [...segments.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Where the words stand in a text. @param terms as the index has them */
function partsOf(text: string, terms: readonly string[]): TextPart[] {
  const pattern = patternOf(terms);
  return pattern
    ? [...text.matchAll(pattern)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }))
    : [];
}

function firstOf(text: string, terms: readonly string[]): number {
  return partsOf(text, terms)[0]?.start ?? 0;
}

/** Whole words that begin like the terms; in scripts without spaces, the terms. */
function patternOf(terms: readonly string[]): RegExp | undefined {
  const words = terms
    .toSorted((a, b) => b.length - a.length)
    .map((term) => (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(term) ? term : wordLike(term)));
  return words.length > 0 ? new RegExp(words.join("|"), "giu") : undefined;
}

function wordLike(term: string): string {
  return `(?<![\\p{L}\\p{N}])${escaped(term)}[\\p{L}\\p{M}\\p{N}]*`;
}

function escaped(term: string): string {
  return term.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** A part of the text around a place, between words where the language has spaces. */
function cut(text: string, at: number): string {
  let start = Math.max(0, at - LEAD_LENGTH);
  if (start > 0) start = Math.max(start, text.slice(start, at).search(/\s/) + 1 + start);
  let end = Math.min(text.length, start + EXCERPT_LENGTH);
  if (end < text.length) {
    const space = text.lastIndexOf(" ", end);
    if (space > start + EXCERPT_LENGTH / 2) end = space;
  }
  // Never within a character of two units.
  if (/[\udc00-\udfff]/.test(text[start] ?? "")) start += 1;
  if (/[\udc00-\udfff]/.test(text[end] ?? "")) end -= 1;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}
