import { ResourceNotFoundError, type McpServer } from "@modelcontextprotocol/server";
import { isLocale, LOCALE_CODES } from "../../../contract/locales";
import { wholePrompt } from "./agent-prompt";
import { type AgentSite, apiLocale } from "./agent-site";
import { inProtocol } from "./mcp-errors";
import { libraryPage } from "./mcp-prompts";
import { PROMPT, TAGS } from "./operations";
import { promptMarkdown } from "./prompt-markdown";

export const PROMPT_TEMPLATE = "polyprompt://prompt/{number}";
export const TRANSLATION_TEMPLATE = "polyprompt://prompt/{number}/{locale}";
const TAGS_URI = "polyprompt://tags";
export const TAGS_TEMPLATE = "polyprompt://tags/{locale}";

const PROMPT_URI = /^polyprompt:\/\/prompt\/([1-9]\d{0,8})(?:\/([a-z]{2}))?$/;
const TAGS_ADDRESS = /^polyprompt:\/\/tags(?:\/([a-z]{2}))?$/;

const TAGS_RESOURCE = {
  uri: TAGS_URI,
  name: "tags",
  title: "Tags",
  description: "The tags of prompts, with their slugs.",
  mimeType: "application/json",
};

const TEMPLATES = [
  {
    uriTemplate: PROMPT_TEMPLATE,
    name: "prompt",
    title: "A prompt",
    description: "A prompt that you may read, in the language of the server's address.",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: TRANSLATION_TEMPLATE,
    name: "prompt-in-language",
    title: "A prompt in a language",
    description: `A prompt that you may read, in a language: ${LOCALE_CODES.join(", ")}.`,
    mimeType: "text/markdown",
  },
  {
    ...TAGS_RESOURCE,
    uri: undefined,
    uriTemplate: TAGS_TEMPLATE,
    name: "tags-in-language",
    title: "Tags in a language",
  },
];

/** Prompts as the text of their `.md` address, and the tags. The list has the library; members' prompts are read by their number. */
export function serveResources({ server }: McpServer, site: AgentSite): void {
  server.registerCapabilities({ resources: { listChanged: false } });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("resources/list", ({ params }) =>
    inProtocol(site, async () => {
      const { prompts, next } = await libraryPage(site, params?.cursor);
      const resources = prompts.map(({ id, title, remark }) => ({
        uri: `polyprompt://prompt/${id}`,
        name: `prompt-${id}`,
        title,
        ...(remark !== null && { description: remark }),
        mimeType: "text/markdown",
      }));
      return { resources: params?.cursor === undefined ? [TAGS_RESOURCE, ...resources] : resources, ...next };
    }),
  );
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    inProtocol(site, async () => {
      const content = (await readPrompt(site, uri)) ?? (await readTags(site, uri));
      if (!content) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, ...content }] };
    }),
  );
}

async function readPrompt(site: AgentSite, uri: string) {
  const [, number = "", language = site.locale] = PROMPT_URI.exec(uri) ?? [];
  if (number === "" || !isLocale(language)) return undefined;
  const { prompt } = await site.run(PROMPT, { id: number, locale: apiLocale(language) });
  return prompt ? { mimeType: "text/markdown", text: promptMarkdown(wholePrompt(prompt), site.url) } : undefined;
}

async function readTags(site: AgentSite, uri: string) {
  const match = TAGS_ADDRESS.exec(uri);
  const language = match?.[1] ?? site.locale;
  if (!match || !isLocale(language)) return undefined;
  const { tags } = await site.run(TAGS, { locale: apiLocale(language) });
  return { mimeType: "application/json", text: JSON.stringify(tags.nodes) };
}
