import type { McpServer } from "@modelcontextprotocol/server";
import { PRODUCT_NAME } from "../../../contract/product";
import { agentPrompt, type AgentPrompt, wholePrompt, type WholePrompt } from "./agent-prompt";
import { type AgentSite, apiLocale } from "./agent-site";
import { fillPrompt } from "./filled-prompt";
import { inProtocol, invalidParams } from "./mcp-errors";
import { LIBRARY, PROMPT } from "./operations";

const PAGE_SIZE = 50;
const NAME = /^prompt-([1-9]\d{0,8})$/;

/** A page of the library, in the order of its numbers. @throws BAD_USER_INPUT for a cursor of another list */
export async function libraryPage(site: AgentSite, cursor: string | undefined) {
  const { prompts } = await site.run(LIBRARY, { locale: apiLocale(site.locale), first: PAGE_SIZE, after: cursor });
  const { hasNextPage, endCursor } = prompts.pageInfo;
  return {
    prompts: prompts.nodes.map(agentPrompt),
    next: hasNextPage && endCursor !== null ? { nextCursor: endCursor } : {},
  };
}

/** A prompt of the library by the name that it has in MCP. @throws ProtocolError if there is none */
export async function namedPrompt(site: AgentSite, name: string): Promise<WholePrompt> {
  const number = NAME.exec(name)?.[1];
  const { prompt } = number ? await site.run(PROMPT, { id: number, locale: apiLocale(site.locale) }) : { prompt: null };
  if (prompt?.origin !== "LIBRARY") throw invalidParams("There is no prompt of that name.");
  return wholePrompt(prompt);
}

/** The library as prompts of MCP. Members' prompts are not among them: clients offer these as commands. */
export function servePrompts({ server }: McpServer, site: AgentSite): void {
  server.registerCapabilities({ prompts: { listChanged: false } });
  server.setRequestHandler("prompts/list", ({ params }) =>
    inProtocol(site, async () => {
      const { prompts, next } = await libraryPage(site, params?.cursor);
      return { prompts: prompts.map(listedPrompt), ...next };
    }),
  );
  server.setRequestHandler("prompts/get", ({ params }) =>
    inProtocol(site, async () => {
      const prompt = await namedPrompt(site, params.name);
      const { text } = fillPrompt(prompt.content, new Map(Object.entries(params.arguments ?? {})));
      return {
        description: `${prompt.title}. From the library of ${PRODUCT_NAME}: ${prompt.url}`,
        messages: [{ role: "user", content: { type: "text", text } }],
      };
    }),
  );
}

function listedPrompt({ id, title, remark, blanks }: AgentPrompt) {
  return {
    name: `prompt-${id}`,
    title,
    ...(remark !== null && { description: remark }),
    arguments: blanks.map(({ name, label, default: value }) => ({
      name,
      description: value === null ? label : `${label} (${value})`,
      required: false,
    })),
  };
}
