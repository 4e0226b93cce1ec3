import { z } from "zod";
import { LOCALE_CODES } from "../../../contract/locales";
import type { AgentPromptFragment, AgentWholePromptFragment } from "../../gql/graphql";
import { siteLocale } from "./agent-site";

const blank = z.object({
  name: z.string().describe("The key for `values` of fill_prompt."),
  label: z.string().describe("What to fill in, for people."),
  default: z.string().nullable().describe("Stands in the text where no value is given."),
});

/** A prompt in a list. */
export const promptShape = z.object({
  id: z.string().describe("The number of the prompt."),
  origin: z.enum(["library", "community"]).describe("`library` is the site's own collection, `community` a member's."),
  author: z.string().nullable().describe("The member who wrote it; null in the library."),
  shared: z.boolean().describe("Whether everybody can read it."),
  url: z.string().describe("Its page."),
  locale: z.enum(LOCALE_CODES).describe("The language of the text, which is English where the wanted one is missing."),
  title: z.string(),
  remark: z.string().nullable().describe("When to use it."),
  tags: z.array(z.string()).describe("Slugs of tags."),
  blanks: z.array(blank),
  updatedAt: z.string(),
});

/** A prompt with its whole text. */
export const wholePromptShape = promptShape.extend({
  content: z
    .string()
    .describe("The text, with its blanks as `{{name}}`, `{{name:default}}` or `{{name|label:default}}`."),
  notes: z.string().nullable().describe("On its source and use."),
  locales: z.array(z.enum(LOCALE_CODES)).describe("The languages that it is written in."),
});

export type AgentPrompt = z.infer<typeof promptShape>;
export type WholePrompt = z.infer<typeof wholePromptShape>;

export function agentPrompt({ text, ...prompt }: AgentPromptFragment): AgentPrompt {
  return {
    id: prompt.id,
    origin: prompt.origin === "LIBRARY" ? "library" : "community",
    author: prompt.author?.username ?? null,
    shared: prompt.shared,
    url: prompt.url,
    locale: siteLocale(text.locale),
    title: text.title,
    remark: text.remark,
    tags: prompt.tags.map(({ slug }) => slug),
    blanks: text.variables.map(({ name, label, default: value }) => ({ name, label, default: value })),
    updatedAt: prompt.updatedAt,
  };
}

export function wholePrompt(prompt: AgentWholePromptFragment): WholePrompt {
  return {
    ...agentPrompt(prompt),
    content: prompt.text.content,
    notes: prompt.text.notes,
    locales: prompt.locales.map(siteLocale),
  };
}
