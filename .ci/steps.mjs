/** The steps of `npm test` and `npm run check`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A package's executable, run by this Node.js: without a shell, and the same on every system. */
function packageProgram(name, binary) {
  const manifest = join(root, "node_modules", name, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[binary]);
}

/** Runs it to completion. Its output is streamed or returned. */
export async function runPackage(name, binary, args, { capture = false, environment = {} } = {}) {
  const child = spawn(process.execPath, [packageProgram(name, binary), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const [status] = await once(child, "close");
  return { passed: status === 0, output };
}

/** The types of GraphQL documents, which the others read. */
const CODEGEN = ["types of GraphQL documents", "@graphql-codegen/cli", "graphql-codegen", ["--silent"]];

/** Two at a time, the longest first. */
const CHECKS = [
  ["lint", "eslint", "eslint", ["--max-warnings", "0", "."]],
  ["types", "typescript", "tsc", ["--noEmit"]],
  ["format", "prettier", "prettier", ["--check", "--log-level", "warn", "."]],
  ["import rules", "dependency-cruiser", "depcruise", ["contract", "server", "client", "extension", "e2e"]],
  ["unused code and dependencies", "knip", "knip", []],
];

/** Tests that are checks: of the import rules, the schema, the catalogs, the library, the docs and the migrations. */
const CHECKING_TESTS = [
  "server/import-rules.test.ts",
  "server/lint-rules.test.ts",
  "server/schema.test.ts",
  "client/i18n/catalogs.test.ts",
  "contract/glossary/glossary.test.ts",
  "server/library/library.test.ts",
  "server/features/docs/docs-content.test.ts",
  "server/migrations/",
];

/** Runs every check, also after one has failed. Returns the names of those that failed. */
export async function runChecks() {
  const failed = [];
  const run = async ([name, ...command]) => {
    const { passed, output } = await runPackage(...command, { capture: true });
    console.log(`\n▸ ${name}: ${passed ? "passed" : "failed"}\n${output}`.trimEnd());
    if (!passed) failed.push(name);
  };
  await run(CODEGEN);
  const queue = CHECKS.values();
  const work = async () => {
    for (const check of queue) await run(check);
  };
  await Promise.all([work(), work()]);
  return failed;
}

export function runCheckingTests() {
  return runTests(["unit", "api"], CHECKING_TESTS);
}

/** Runs the tests of Vitest projects. @returns what `.ci/results.mjs` writes, and whether everything ran and passed */
export async function runTests(projects, filters = []) {
  const folder = mkdtempSync(join(tmpdir(), "polyprompt-results-"));
  const file = join(folder, "results.json");
  try {
    const args = ["run", ...projects.flatMap((project) => ["--project", project]), ...filters];
    const reporters = ["--reporter=default", "--reporter=./.ci/results.mjs"];
    const { passed } = await runPackage("vitest", "vitest", [...args, ...reporters], {
      environment: { RESULTS: file },
    });
    const results = JSON.parse(readFileSync(file, "utf8"));
    return { ...results, ok: passed && results.passed > 0 && results.skipped === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
