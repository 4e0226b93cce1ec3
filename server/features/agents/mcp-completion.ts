import type { McpServer } from "@modelcontextprotocol/server";
import { FIRST_COMMUNITY_PROMPT_ID } from "../../../contract/limits";
import { LOCALE_CODES } from "../../../contract/locales";
import { type AgentSite, apiLocale } from "./agent-site";
import { inProtocol, invalidParams } from "./mcp-errors";
import { namedPrompt } from "./mcp-prompts";
import { PROMPT_TEMPLATE, TAGS_TEMPLATE, TRANSLATION_TEMPLATE } from "./mcp-resources";
import { EXISTING, NUMBERS } from "./operations";

/** The most that the protocol allows. */
const MAX_VALUES = 100;
const FOUND_BY_WORDS = 20;

const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  [PROMPT_TEMPLATE]: ["number"],
  [TRANSLATION_TEMPLATE]: ["number", "locale"],
  [TAGS_TEMPLATE]: ["locale"],
};

/** Completes the variables of resource templates, and arguments of prompts by the default of their blank. */
export function serveCompletion({ server }: McpServer, site: AgentSite): void {
  server.registerCapabilities({ completions: {} });
  server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) =>
    inProtocol(site, async () => {
      const values =
        ref.type === "ref/prompt"
          ? await defaultOf(site, ref.name, argument)
          : await variableOf(site, ref.uri, argument);
      return { completion: { values: values.slice(0, MAX_VALUES), hasMore: values.length > MAX_VALUES } };
    }),
  );
}

interface Argument {
  name: string;
  value: string;
}

async function defaultOf(site: AgentSite, promptName: string, { name, value }: Argument): Promise<string[]> {
  const blank = (await namedPrompt(site, promptName)).blanks.find((each) => each.name === name);
  return blank?.default?.startsWith(value) ? [blank.default] : [];
}

async function variableOf(site: AgentSite, template: string, { name, value }: Argument): Promise<string[]> {
  const variables = Object.hasOwn(VARIABLES, template) ? VARIABLES[template] : undefined;
  if (!variables) throw invalidParams("There is no resource template of that address.");
  if (!variables.includes(name)) return [];
  if (name === "locale") return LOCALE_CODES.filter((code) => code.startsWith(value));
  return /^[1-9]\d*$/.test(value) ? numbersFrom(site, value) : numbersOf(site, value);
}

/** The numbers of the library that begin with these digits. */
async function numbersFrom(site: AgentSite, digits: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number < FIRST_COMMUNITY_PROMPT_ID && ids.length < MAX_VALUES; number += 1)
    if (String(number).startsWith(digits)) ids.push(String(number));
  if (ids.length === 0) return [];
  const { promptsByIds } = await site.run(EXISTING, { ids });
  return promptsByIds.flatMap((prompt) => (prompt ? [prompt.id] : []));
}

/** The numbers of the library's prompts that words find; the first ones without words. */
async function numbersOf(site: AgentSite, words: string): Promise<string[]> {
  const { prompts } = await site.run(NUMBERS, {
    locale: apiLocale(site.locale),
    filter: { origin: "LIBRARY", query: words },
    first: FOUND_BY_WORDS,
  });
  return prompts.nodes.map(({ id }) => id);
}
