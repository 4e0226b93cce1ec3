import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schema } from "../schema";
import { confirmedMember, withToken } from "../platform/testing/member";
import { posting } from "../platform/testing/posting";
import { serveSite, type ServedSite } from "./served-site";

interface Block {
  language: string;
  title: string;
  code: string;
  /** Whether it is a program that is complete by itself. */
  runs: boolean;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(new URL(`../../docs-content/en/integrators/${page}.md`, import.meta.url), "utf8");
  return [...text.matchAll(/^```(\w+)(?: title="([^"]*)")?( run)?\n(.*?)^```$/gms)].map(
    ([, language = "", title = "", run, code = ""]) => ({ language, title, code, runs: run !== undefined }),
  );
}

const API = blocksOf("graphql-api");
const FILES = blocksOf("import-export");
const AGENTS = blocksOf("agents");

/** The output of each program of a page, in order. */
const API_OUTPUT: readonly RegExp[] = [
  /^\{"data":\{"prompt":\{"id":"8","url":"[^"]+\/en\/prompt\/8","text":\{"title":"[^"]+","content":"/,
  /^.+\n[^]+/,
  /^.+\n[^]+/,
  /"viewer":\{"user":\{"username":"[^"]+"\}\},"apiToken":\{"name":"t","scope":"WRITE"/,
  /"hasNextPage":false,"endCursor":/,
  /^1 .+[^]*\n(\d+) prompts\n$/,
  /^1 .+[^]*\n(\d+) prompts\n$/,
  /"search":\{"mode":"(ALL|CLOSEST)","hasAll":true,"correctedQuery":null\},"nodes":\[\{"id":"\d+"/,
  /^Mode: (ALL|CLOSEST)\n\d+ .+ \[ '[^']+'/,
  /^Mode: (ALL|CLOSEST)\n\d+ .+/,
  /^(\d+) prompts in the copy, \1 read, 0 removed$/m,
  /^(\d+) prompts in the copy, \1 read, 0 removed$/m,
  /"title":"Friday report"[^]*"viewerHasFavorited":true[^]*"undoableUntil":"\d{4}-/,
  /^Created \d+\nChanged Friday report\nAdded to favourites\nDeleted, can be undone until \d{4}-/,
  /^Created \d+\nChanged Friday report\nAdded to favourites\nDeleted, can be undone until \d{4}-/,
  /x-ratelimit-remaining: \d+[^]*"code":"QUERY_TOO_COMPLEX","measure":"cost","limit":5000,"actual":\d+/i,
  /^Cost: \d+ Remaining: \d+\nRefused: QUERY_TOO_COMPLEX, cost \d+ of 5000$/m,
  /^Cost: \d+ Remaining: \d+\nRefused: QUERY_TOO_COMPLEX cost \d+ of 5000$/m,
  /data: \{"data":\{"live":\{"kind":"COMMENT_ADDED","promptId":"8","commentId":"c\d+"\}\}\}/,
  /^Listening\n[^]*kind: 'COMMENT_ADDED',\s+promptId: '8'/,
  /^Listening\n[^]*'kind': 'COMMENT_ADDED', 'promptId': '8'/,
  /Status: 200\n[^]*Status: 304\n$/,
];
const FILES_OUTPUT: readonly RegExp[] = [
  /^Status: 200$/m,
  /^\d+ prompts and \d+ favourites exported$/m,
  /^\d+ prompts and \d+ favourites exported$/m,
  // The account has a favourite, and no prompts yet.
  /^Status: 404$/m,
  /"report":\{"added":1,"updated":0,"skipped":0,[^]*"refused":\[\{"line":null,"entry":2,"file":null,"code":"REQUIRED","field":"content"/,
  /^0 added, 0 updated, 1 skipped, 0 favourites added\nEntry 2: REQUIRED content$/m,
  /^0 added, 0 updated, 1 skipped, 0 favourites added\nEntry 2 REQUIRED content$/m,
  /"report":\{"added":2,"updated":0,"skipped":0,"favoritesAdded":0,"encoding":null,"placeholders":\{"prompts":1,"blanks":2\},"refused":\[\]/,
];

const AGENTS_OUTPUT: readonly RegExp[] = [
  /"structuredContent":\{"id":"12","origin":"library"[^]*up to 3 questions[^]*"emptyBlanks":\["notes"\]/,
  /^\d+ (library|community) .+\n\d+ (library|community) .+\n\d+ (library|community) .+\n$/,
  /^---\ntitle: .+\n[^]*\norigin: library\n[^]*\n---\n\n[^]*\{\{notes\|/,
  /up to 3 questions[^]*\nThe cell is the smallest unit of life\.$/,
  /^.+\n[^]*up to 3 questions[^]*\nEmpty: notes Licence: https:\/\/creativecommons\.org\//,
  /^---\ntitle: .+\n/,
  /^\{"version":"1\.0","type":"link","title":"Quiz me on my notes",[^]*"thumbnail_height":630\}$/,
  // Into a file.
  /^$/,
];

/** Where there is no curl or Python, an example is compared with the schema alone. */
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const [HAS_CURL, HAS_PYTHON] = [has("curl"), has("python3")];

function commandOf({ language, title }: Block, index: number): { file: string; program: string } | undefined {
  const file = /^[\w-]+\.\w+$/.test(title) ? title : `example-${String(index)}.${language}`;
  if (language === "js") return { file, program: process.execPath };
  if (language === "sh") return HAS_CURL ? { file, program: "sh" } : undefined;
  return HAS_PYTHON ? { file, program: "python3" } : undefined;
}

let site: ServedSite;
let folder = "";
let environment: NodeJS.ProcessEnv = {};
let comment = async () => {};
beforeAll(async () => {
  site = await serveSite({ WORK_BUDGET: "1000000" }, { keepsPages: true });
  folder = mkdtempSync(join(tmpdir(), "polyprompt-examples-"));
  const owner = await confirmedMember(site, "Example");
  const { authorization } = await withToken(owner);
  await owner.query('mutation { addFavorite(promptId: "8") { problems { code } } }');
  // Not through a proxy of the machine.
  environment = {
    ...process.env,
    NO_PROXY: "127.0.0.1",
    no_proxy: "127.0.0.1",
    POLYPROMPT_TOKEN: authorization.replace("Bearer ", ""),
  };
  const writer = await confirmedMember(site, "Commenting");
  let comments = 0;
  comment = async () => {
    comments += 1;
    const { posted } = await writer.query<{ posted: { problems: object[] } }>(posting({ promptId: "8" }), {
      body: `Comment number ${String(comments)}, long enough to be no repetition of another one on this page.`,
    });
    expect(posted.problems).toEqual([]);
  };
  for (const { title, code } of FILES.filter(({ language }) => language === "json"))
    if (title.endsWith(".json")) writeFileSync(join(folder, title), code);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

/** @returns what it wrote; a program that listens is ended once it has heard of a comment */
function run(program: string, file: string, { code }: Block, wanted: RegExp): Promise<string> {
  const isListener = code.includes("/graphql/stream");
  // A group of its own, so that also what a shell has started is ended.
  const child = spawn(program, [file], { cwd: folder, env: environment, detached: true });
  let output = "";
  let errors = "";
  let heard = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (!isListener) return;
    if (!heard) void comment();
    heard = true;
    if (wanted.test(output) && child.pid !== undefined) process.kill(-child.pid);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0 || isListener) resolve(output);
      else reject(new Error(`${file} ended with ${String(status)}:\n${output}\n${errors}`));
    });
  });
}

function programs(blocks: readonly Block[], outputs: readonly RegExp[]) {
  return blocks
    .filter(({ runs }) => runs)
    .map((block, index) => ({
      name: `${String(index + 1)}, ${block.title}`,
      block,
      index,
      wanted: outputs[index] ?? /^$/,
    }));
}

describe.each([
  ["GraphQL API", API, API_OUTPUT],
  ["Import and export", FILES, FILES_OUTPUT],
  ["For agents", AGENTS, AGENTS_OUTPUT],
])("on the page %s", (_page, blocks, outputs) => {
  const examples = programs(blocks, outputs);

  test("every program is known", () => {
    expect(examples).toHaveLength(outputs.length);
    expect(examples.filter(({ block }) => block.language === "js").length).toBeGreaterThan(1);
  });

  test.each(examples)("the example $name does what the page says", async ({ block, index, wanted }) => {
    const command = commandOf(block, index);
    const code = block.code
      // As the site calls itself.
      .replaceAll("url=https://polyprompt.example", "url=http://localhost:3000")
      .replaceAll("https://polyprompt.example", new URL(site.url).origin);
    expect(code).toContain("http://127.0.0.1:");
    if (!command) return;
    writeFileSync(join(folder, command.file), code);
    expect(await run(command.program, command.file, block, wanted)).toMatch(wanted);
  });

  test("every GraphQL document fits the schema", () => {
    for (const { code, title } of blocks.filter(({ language }) => language === "graphql"))
      expect([title, validate(schema(), parse(code))]).toEqual([title, []]);
  });
});
