import type { Locale } from "../locales";

/** One idea, and its words in a language. */
interface Term {
  /** The word as one looks it up. */
  use: string;
  /** In English all its forms; elsewhere the stems of which a translation must contain one. Without them, the word itself. */
  forms?: string[];
  /** Phrases of English texts in which the word means something else. */
  otherwise?: string[];
  /** Words that must not stand for it. */
  avoid?: string[];
  note?: string;
}

/** The words of a language that catalogs, mails, docs and tags keep to: `contract/glossary/<locale>.json`. */
export interface Glossary {
  /** How readers are addressed, and what else concerns every text. */
  address: string;
  terms: Record<string, Term>;
  /** The names of tags by slug. */
  tags: Record<string, string>;
  /** What is wrong wherever it stands, with what is right. */
  never: Record<string, string>;
  /** English texts, or parts of them, whose translation may lack a term or contain a word that is wrong elsewhere. */
  exceptions: { english: string; term: string; why: string }[];
}

export interface Translation {
  /** Where it stands, for the reader of a problem. */
  place: string;
  english: string;
  text: string;
}

/** Terms and tags that a glossary lacks or has in excess, and entries that say nothing. */
export function gapsOf(english: Glossary, glossary: Glossary): string[] {
  const difference = (kind: "terms" | "tags") => [
    ...Object.keys(english[kind]).filter((key) => !(key in glossary[kind])),
    ...Object.keys(glossary[kind]).filter((key) => !(key in english[kind])),
  ];
  return [
    ...difference("terms").map((key) => `term ${key}: not in both glossaries`),
    ...difference("tags").map((key) => `tag ${key}: not in both glossaries`),
    ...Object.entries(glossary.terms).flatMap(([key, { use, forms = [use] }]) => [
      ...(use.trim() ? [] : [`term ${key}: has no word`]),
      ...(forms.some((form) => overlap(use, form)) ? [] : [`term ${key}: “${use}” is none of its forms`]),
    ]),
    ...glossary.exceptions.flatMap(({ english: text, why }) =>
      why.trim() ? [] : [`exception “${text}”: has no reason`],
    ),
  ];
}

/** Translations without the word for a term of their English text, or with words that are wrong there or everywhere. */
export function wordProblems(
  english: Glossary,
  glossary: Glossary,
  locale: Locale,
  translations: readonly Translation[],
): string[] {
  const found = translations.flatMap((translation) => [
    ...termsIn(translation.english, english).flatMap((key) => {
      const { use = "", forms = [use], avoid = [] } = glossary.terms[key] ?? {};
      const missing = forms.some((form) => contains(translation.text, form, locale)) ? [] : [`does not say “${use}”`];
      const wrong = avoid.filter((word) => isWrong(translation.text, word, [use, ...forms], locale));
      const problems = [...missing, ...wrong.map((word) => `says “${word}” instead of “${use}”`)];
      return problems.map((problem) => ({ ...translation, term: key, problem: `${problem} (${key})` }));
    }),
    ...Object.entries(glossary.never)
      .filter(([wrong, right]) => isWrong(translation.text, wrong, [right], locale))
      .map(([wrong, right]) => ({ ...translation, term: wrong, problem: `says “${wrong}” instead of “${right}”` })),
  ]);
  const excepts = (exception: Glossary["exceptions"][number], { english: source, term }: (typeof found)[number]) =>
    exception.term === term && source.includes(exception.english);
  return [
    ...found
      .filter((each) => !glossary.exceptions.some((exception) => excepts(exception, each)))
      .map(({ place, text, problem }) => `${place}: “${text}” ${problem}`),
    ...glossary.exceptions
      .filter((exception) => !found.some((each) => excepts(exception, each)))
      .map(({ english: source, term }) => `exception “${source}” (${term}): is not needed`),
  ];
}

/** Tags whose names are not those of the glossary. */
export function tagProblems(glossary: Glossary, names: Record<string, string>): string[] {
  return Object.entries(names)
    .filter(([slug, name]) => glossary.tags[slug] !== name)
    .map(([slug, name]) => `tag ${slug}: is “${name}”, in the glossary “${glossary.tags[slug] ?? ""}”`);
}

function overlap(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.includes(b) || b.includes(a);
}

/** The terms that an English text contains as words of their own. */
function termsIn(source: string, { terms }: Glossary): string[] {
  const words = ` ${prose(source)
    .toLowerCase()
    .replace(/[^a-z’-]+/g, " ")} `;
  return Object.entries(terms)
    .filter(([, { use, forms = [use], otherwise = [] }]) => {
      const rest = otherwise.reduce((left, phrase) => left.replaceAll(phrase, ""), words);
      return forms.some((form) => rest.includes(` ${form.toLowerCase()} `));
    })
    .map(([key]) => key);
}

function contains(text: string, word: string, locale: Locale): boolean {
  return fold(prose(text), locale).includes(fold(word, locale));
}

/** Whether a wrong word stands in a text other than as a part of a right one. */
function isWrong(text: string, wrong: string, right: readonly string[], locale: Locale): boolean {
  const rest = right
    .filter((word) => contains(word, wrong, locale))
    .reduce((left, word) => left.replaceAll(fold(word, locale), " "), fold(prose(text), locale));
  return contains(rest, wrong, locale);
}

/** A text without code, addresses, names of values and tags of components. */
function prose(text: string): string {
  return text.replace(/`[^`]*`|\]\([^)]*\)|\{\w+\}|<\/?\d+\/?>/g, " ");
}

function fold(text: string, locale: Locale): string {
  return text.normalize("NFC").toLocaleLowerCase(locale);
}
