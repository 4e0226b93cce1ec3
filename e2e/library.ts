import { readFileSync } from "node:fs";
import type { Locale } from "../contract/locales";

interface LibraryText {
  title: string;
  remark: string;
  content: string;
  notes?: string;
}

interface LocaleFile {
  tags: Record<string, { label: string; description: string }>;
  prompts: Record<string, LibraryText>;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../server/library/${name}.json`, import.meta.url), "utf8"));
}

/** The library's prompts with their tags, by number. */
export const CATALOGUE = (read("catalogue") as { id: number; tags: string[] }[]).sort((a, b) => a.id - b.id);

const files = new Map<Locale, LocaleFile>();

function localeFile(locale: Locale): LocaleFile {
  const file = files.get(locale) ?? (read(locale) as LocaleFile);
  files.set(locale, file);
  return file;
}

export function promptText(locale: Locale, number: number): LibraryText {
  const text = localeFile(locale).prompts[number];
  if (!text) throw new Error(`Prompt ${number} has no text in ${locale}`);
  return text;
}

export function tagLabel(locale: Locale, slug: string): string {
  const label = localeFile(locale).tags[slug]?.label;
  if (!label) throw new Error(`The tag ${slug} has no label in ${locale}`);
  return label;
}

/** The numbers of the prompts with one of the tags, or all of them. */
export function numbersWith(tags: readonly string[], match: "any" | "all" = "any"): number[] {
  const fits = (own: readonly string[]) => (tag: string) => own.includes(tag);
  return CATALOGUE.filter(({ tags: own }) => (match === "any" ? tags.some(fits(own)) : tags.every(fits(own)))).map(
    ({ id }) => id,
  );
}

const VARIABLE = /\{\{\s*([^{}|:]+?)\s*(?:\|\s*([^{}:]+?)\s*)?(?::\s*([^{}]*?)\s*)?\}\}/gu;

interface Blank {
  name: string;
  label: string;
  default: string | undefined;
}

/** The distinct variables of a text, in order of first use. */
export function blanksIn(content: string): Blank[] {
  const found = new Map<string, { label: string | undefined; default: string | undefined }>();
  for (const [, name = "", label, fallback] of content.matchAll(VARIABLE)) {
    const known = found.get(name);
    found.set(name, { label: known?.label ?? label, default: known?.default ?? fallback });
  }
  return [...found].map(([name, { label = name, default: value }]) => ({ name, label, default: value }));
}

/** A text as pages show it, with the label of each variable. */
export function displayedText(content: string): string {
  return withBlanks(content, ({ label }) => label);
}

/** A text as it is copied, with the given values by variable name. */
export function copiedText(content: string, values: Record<string, string> = {}): string {
  return withBlanks(content, ({ name, label, default: value }) => values[name] ?? value ?? `[${label}]`);
}

function withBlanks(content: string, show: (blank: Blank) => string): string {
  const known = new Map(blanksIn(content).map((blank) => [blank.name, blank]));
  return content.replace(VARIABLE, (_markup, name: string) => show(known.get(name) ?? missing(name)));
}

function missing(name: string): never {
  throw new Error(`No blank is called ${name}`);
}

/** The first prompt whose variables all have defaults: it can be copied as it is. */
export const READY_PROMPT =
  CATALOGUE.find(({ id }) => blanksIn(promptText("en", id).content).every((blank) => blank.default !== undefined))
    ?.id ?? 0;
