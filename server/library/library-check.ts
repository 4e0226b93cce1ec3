import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from "../../contract/locales";
import { FIRST_COMMUNITY_PROMPT_ID, LIMITS } from "../../contract/limits";
import { promptTokens, promptVariables } from "../../contract/prompt-markup";
import { languageProblems } from "./language-check";
import { lengthProblems } from "./length-check";
import { completeTexts, sourceHash, type Library, type LibraryText, type LocaleFile } from "./library-files";
import { nearDuplicates } from "./near-duplicates";
import { punctuationProblems } from "./punctuation-check";
import { searchProblems } from "./search-check";
import { readableText } from "./readable-text";

/** All problems of the library, one line each. Empty if it can be served. */
export function checkLibrary(library: Library): string[] {
  return [...checkCatalogue(library), ...LOCALE_CODES.flatMap((locale) => checkLocale(library, locale))];
}

const MAX_TAGS = 4;

function checkCatalogue({ catalogue, locales }: Library): string[] {
  const knownTags = new Set(Object.keys(english(locales).tags));
  const problems: string[] = [];
  let previous = 0;
  for (const { id, tags } of catalogue) {
    const at = `catalogue ${String(id)}`;
    if (!Number.isInteger(id) || id <= previous) problems.push(`${at}: ids are whole numbers, ascending, each once`);
    if (id >= FIRST_COMMUNITY_PROMPT_ID)
      problems.push(`${at}: library ids are below ${String(FIRST_COMMUNITY_PROMPT_ID)}`);
    if (tags.length === 0 || tags.length > MAX_TAGS)
      problems.push(`${at}: has ${String(tags.length)} tags, not 1 to ${String(MAX_TAGS)}`);
    if (new Set(tags).size !== tags.length) problems.push(`${at}: names a tag twice`);
    for (const tag of tags) if (!knownTags.has(tag)) problems.push(`${at}: unknown tag ${tag}`);
    previous = id;
  }
  return problems;
}

function checkLocale(library: Library, locale: Locale): string[] {
  const source = english(library.locales);
  const file = library.locales.get(locale) ?? { tags: {}, prompts: {} };
  const texts = completeTexts(library, locale);
  return [
    ...keyDifferences(Object.keys(source.tags), Object.keys(file.tags)).map((problem) => `${locale} tags: ${problem}`),
    ...checkNumbers(library, locale).map((problem) => `${locale} prompts: ${problem}`),
    ...Object.entries(file.tags).flatMap(([slug, tag]) =>
      checkTag(locale, tag, source.tags[slug]).map((problem) => `${locale} tag ${slug}: ${problem}`),
    ),
    ...Object.entries(texts).flatMap(([id, text]) =>
      checkText(locale, text, source.prompts[id]).map((problem) => `${locale} ${id}: ${problem}`),
    ),
    ...searchProblems(texts).map((problem) => `${locale} ${problem}`),
    ...[...nearDuplicates(locale, texts), ...lengthProblems(locale, texts, source.prompts)].map(
      (problem) => `${locale} ${problem}`,
    ),
  ];
}

/** English must be complete: it is the source of all translations and the fallback for missing ones. */
function checkNumbers({ catalogue, complete, locales }: Library, locale: Locale): string[] {
  const catalogueIds = catalogue.map(({ id }) => String(id));
  const written = Object.keys(locales.get(locale)?.prompts ?? {});
  const ready = [...(complete.get(locale) ?? [])].map(String);
  return [
    ...(locale === FALLBACK_LOCALE ? keyDifferences(catalogueIds, ready) : []),
    ...ready.filter((id) => !written.includes(id)).map((id) => `${id} is missing`),
    ...[...new Set([...ready, ...written])]
      .filter((id) => !catalogueIds.includes(id))
      .map((id) => `${id} is not in the catalogue`),
  ];
}

function keyDifferences(expected: readonly string[], actual: readonly string[]): string[] {
  return [
    ...expected.filter((key) => !actual.includes(key)).map((key) => `${key} is missing`),
    ...actual.filter((key) => !expected.includes(key)).map((key) => `${key} is not in the catalogue`),
  ];
}

function checkTag(
  locale: Locale,
  tag: LocaleFile["tags"][string],
  source: LocaleFile["tags"][string] | undefined,
): string[] {
  return [
    ...field("label", tag.label, 40),
    ...field("description", tag.description, 200),
    ...(source && isStale(locale, tag.sourceHash, sourceHash(source))
      ? ["is a translation of other English words: revise and stamp it"]
      : []),
  ];
}

function checkText(locale: Locale, text: LibraryText, source: LibraryText | undefined): string[] {
  const problems = [
    ...field("title", text.title, LIMITS.promptTitle),
    ...field("remark", text.remark, LIMITS.promptRemark),
    ...field("content", text.content, LIMITS.promptContent),
    ...(text.notes === undefined ? [] : field("notes", text.notes, LIMITS.promptNotes)),
    ...checkVariables(text.content),
  ];
  for (const [name, words] of Object.entries({
    "title and remark": `${text.title}\n${text.remark}`,
    content: readableText(text.content),
    notes: text.notes ?? "",
  })) {
    if (words === "") continue;
    problems.push(
      ...[...languageProblems(locale, words), ...punctuationProblems(locale, words)].map(
        (problem) => `${name}: ${problem}`,
      ),
    );
  }
  if (!source || locale === FALLBACK_LOCALE) return problems;
  if ((text.notes === undefined) !== (source.notes === undefined))
    problems.push("has notes where English has none, or the reverse");
  if (variableSignature(text.content) !== variableSignature(source.content))
    problems.push(`has the variables ${variableSignature(text.content)}, English ${variableSignature(source.content)}`);
  if (isStale(locale, text.sourceHash, sourceHash(source)))
    problems.push("is a translation of other English words: revise and stamp it");
  return problems;
}

const graphemes = new Intl.Segmenter();

function field(name: string, value: string, limit: number): string[] {
  if (typeof value !== "string" || value.trim() === "") return [`${name} is empty`];
  const length = value.length <= limit ? value.length : [...graphemes.segment(value)].length;
  return [
    ...(length > limit ? [`${name} has ${String(length)} characters, more than ${String(limit)}`] : []),
    ...(value !== value.trim() || /[ \t]\n|\r|\n{3}/.test(value) ? [`${name} has stray white space`] : []),
    ...(value !== value.normalize("NFC") ? [`${name} is not in Unicode's normal form C`] : []),
  ];
}

/** Every variable in the library must have an ASCII name and a label. */
function checkVariables(content: string): string[] {
  const tokens = [...promptTokens(content)].filter(({ kind }) => kind !== "code");
  const labelled = new Set(tokens.flatMap(({ name, label }) => (label === undefined ? [] : name)));
  return [
    ...(content.split("{{").length - 1 === tokens.length ? [] : ["has braces that are no variable"]),
    ...promptVariables(content).flatMap(({ name }) => [
      ...(/^[a-z][a-z0-9_]*$/.test(name) ? [] : [`variable ${name}: names are lower-case ASCII`]),
      ...(labelled.has(name) ? [] : [`variable ${name} has no label`]),
    ]),
  ];
}

/** The variables' names and which of them have a default; must be the same in every language. */
function variableSignature(content: string): string {
  return promptVariables(content)
    .map((variable) => (variable.default === null ? variable.name : `${variable.name}:`))
    .sort()
    .join(" ");
}

function isStale(locale: Locale, stampedHash: string | undefined, currentHash: string): boolean {
  return locale !== FALLBACK_LOCALE && stampedHash !== currentHash;
}

function english(locales: Library["locales"]): LocaleFile {
  return locales.get(FALLBACK_LOCALE) ?? { tags: {}, prompts: {} };
}
