import { spawn } from "node:child_process";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../platform/config/project-root";
import { confirmedMember, withToken } from "../platform/testing/member";
import { serveSite, type ServedSite } from "./served-site";

const PROGRAM = join(projectRoot(), "server/mcp-stdio.mjs");

let site: ServedSite;
let address = "";
let token = "";
beforeAll(async () => {
  site = await serveSite();
  address = new URL(site.url).origin;
  token = (await withToken(await confirmedMember(site, "Local"))).authorization.replace("Bearer ", "");
});
afterAll(async () => {
  await site.close();
});

const environmentOf = (variables: Record<string, string>) => ({
  ...(process.env as Record<string, string>),
  NO_PROXY: "127.0.0.1",
  no_proxy: "127.0.0.1",
  ...variables,
});

async function connected<Result>(
  variables: Record<string, string>,
  mode: "auto" | "legacy",
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const env = environmentOf({ POLYPROMPT_URL: address, ...variables });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env, stderr: "ignore" }));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** The output of the program for these lines until its input ends, and its status. */
function exchange(lines: readonly object[], variables: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], { env: environmentOf(variables) });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    // Every request has been answered.
    if (output.split("\n").length > lines.length) child.stdin.end();
  });
  for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`);
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.on("close", (status) => resolve({ status, output })),
  );
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("npm run mcp", () => {
  test.each(["auto", "legacy"] as const)("answers as the site does, to a client that speaks %s", async (mode) => {
    await connected({ POLYPROMPT_TOKEN: token }, mode, async (client) => {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("my_prompts");
      const { structuredContent } = await client.callTool({ name: "my_prompts", arguments: {} });
      expect(structuredContent).toEqual({ prompts: [], nextCursor: null });
    });
  });

  test("needs no token for what is public, and takes a language in the address", async () => {
    await connected({ POLYPROMPT_URL: `${address}/?locale=de` }, "legacy", async (client) => {
      const { description } = await client.getPrompt({ name: "prompt-12" });
      expect(description).toContain("/de/prompt/12");
      expect((await client.callTool({ name: "my_prompts", arguments: {} })).isError).toBe(true);
    });
  });

  test("says why it has no answer, writes nothing but messages, and ends with its input", async () => {
    for (const [variables, reason] of [
      [{ POLYPROMPT_URL: address, POLYPROMPT_TOKEN: "polyprompt_unknown" }, "refuses the API token"],
      [{ POLYPROMPT_URL: "http://127.0.0.1:1" }, "does not answer"],
    ] as const) {
      const { status, output } = await exchange([PING], variables);
      expect(status).toBe(0);
      expect(
        output
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as object),
      ).toEqual([
        { jsonrpc: "2.0", id: 1, error: { code: -32_000, message: expect.stringContaining(reason) as string } },
      ]);
    }
  });
});
