import { createHash } from "node:crypto";
import { parse } from "yaml";
import { z } from "zod";

const title = z.string().min(1).max(60);
const description = z.string().min(1).max(160);
/** The hash of the English text that a translation is of: `npm run docs:stamp` writes it. */
const source = z.string().optional();

/** The facts before the text of a page, in English. Translations have its title and description alone. */
const englishPage = z.strictObject({
  title,
  description,
  updated: z.iso.date(),
  tags: z.array(z.string()).default([]),
});
const englishPost = z.strictObject({ title, description, date: z.iso.date() });
const translation = z.strictObject({ title, description, source });

export type EnglishPageFacts = z.infer<typeof englishPage>;
export type TranslationFacts = z.infer<typeof translation>;

interface Parsed<Facts> {
  facts: Facts;
  /** "" if only the title and the description are translated. */
  text: string;
}

const FILE = /^---\r?\n(?<yaml>.*?)\r?\n---\r?\n?(?<text>.*)$/s;

function parseFile<Facts>(content: string, schema: z.ZodType<Facts>): Parsed<Facts> {
  const { yaml = "", text = "" } = FILE.exec(content)?.groups ?? {};
  return { facts: schema.parse(parse(yaml)), text: text.trim() };
}

/** @throws if a fact is missing, wrong or unknown. So do the others. */
export const parseEnglishPage = (content: string) => parseFile(content, englishPage);
export const parseEnglishPost = (content: string) => parseFile(content, englishPost);
export const parseTranslation = (content: string) => parseFile(content, translation);

/** Changes with the words that a translation is of. */
export function sourceHash(
  english: { facts: { title: string; description: string }; text: string },
  withText: boolean,
): string {
  const { title: words, description: more } = english.facts;
  const hashed = JSON.stringify([words, more, ...(withText ? [english.text] : [])]);
  return createHash("sha256").update(hashed).digest("hex").slice(0, 12);
}
