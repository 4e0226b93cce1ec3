/**
 * `npm run --silent mcp`: the MCP server of a running site by stdio, for programs that start their servers. It passes each message on to
 * the site's `/mcp`, so that it answers as that does: POLYPROMPT_URL is the address of the site, POLYPROMPT_TOKEN an API token.
 * Nothing but messages goes to stdout.
 */
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/** Of the codes that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32_000;

const { POLYPROMPT_URL = "http://localhost:3000", POLYPROMPT_TOKEN } = process.env;

const address = new URL(POLYPROMPT_URL);
address.pathname = `${address.pathname.replace(/\/+$/, "")}/mcp`;

const site = new StreamableHTTPClientTransport(address, {
  requestInit: { headers: POLYPROMPT_TOKEN ? { authorization: `Bearer ${POLYPROMPT_TOKEN}` } : {} },
});
const program = new StdioServerTransport();

site.onmessage = (message) => void program.send(message);
program.onmessage = async (message) => {
  try {
    await site.send(message);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    if (message.id === undefined || message.method === undefined) return;
    await program.send({ jsonrpc: "2.0", id: message.id, error: { code: SERVER_ERROR, message: reasonOf(error) } });
  }
};
program.onclose = () => void site.close();

function reasonOf(error) {
  if (error.status === 401) return "The site refuses the API token in POLYPROMPT_TOKEN.";
  return error.status === undefined ? `The site at ${address.origin} does not answer.` : error.message;
}

await site.start();
await program.start();
