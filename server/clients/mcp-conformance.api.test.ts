import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveSite, type ServedSite } from "./served-site";

/** Scenarios that any server can pass. */
const PASSED = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];

/** Scenarios that ask for something that only the reference server of the suite has, or that the protocol leaves to servers. */
const NOT_FOR_US: Readonly<Record<string, readonly string[]>> = {
  "calls tools named test_*": [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "json-schema-2020-12",
  ],
  "gets prompts named test_*": [
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
    "completion-complete",
  ],
  "reads test://": ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  "needs subscriptions, logs or streams, which this server does not offer": [
    "resources-subscribe",
    "resources-unsubscribe",
    "logging-set-level",
    "server-sse-polling",
    "server-sse-multiple-streams",
  ],
};

let site: ServedSite;
let folder = "";
beforeAll(async () => {
  site = await serveSite();
  folder = mkdtempSync(join(tmpdir(), "polyprompt-conformance-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

/** The lines of the summary: how many checks of a scenario passed, and how many failed. */
function summaryOf(output: string): Map<string, { passed: number; failed: number }> {
  const lines = output.matchAll(/^\S+ ([\w-]+): (\d+) passed, (\d+) failed/gm);
  return new Map(
    [...lines].map(([, name = "", passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]),
  );
}

test("the official conformance suite finds nothing wrong in what needs none of its own fixtures", async () => {
  const program = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");
  const url = site.url.replace(/graphql$/, "mcp");
  const child = spawn(process.execPath, [program, "server", "--url", url, "--suite", "all", "--output-dir", folder], {
    env: { ...process.env, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  await new Promise((resolve) => child.on("close", resolve));
  const summary = summaryOf(output);
  expect([...summary.keys()].sort()).toEqual([...PASSED, ...Object.values(NOT_FOR_US).flat()].sort());
  for (const name of PASSED) {
    const { passed = 0, failed } = summary.get(name) ?? {};
    expect([name, failed, passed > 0]).toEqual([name, 0, true]);
  }
});
