/** The steps of `npm test` and `npm run check`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A package's executable, run by this Node.js: without a shell, and the same on every system. */
function packageProgram(name, binary) {
  const manifest = join(root, "node_modules", name, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[binary]);
}

/** Runs it to completion. Its output is streamed or returned. */
async function runPackage(name, binary, args, { capture = false } = {}) {
  const child = spawn(process.execPath, [packageProgram(name, binary), ...args], {
    cwd: root,
    stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const [status] = await once(child, "close");
  return { passed: status === 0, output };
}

const CHECKS = [
  ["types of GraphQL documents", "@graphql-codegen/cli", "graphql-codegen", ["--silent"]],
  ["types", "typescript", "tsc", ["--noEmit"]],
  ["lint", "eslint", "eslint", ["--max-warnings", "0", "."]],
  ["import rules", "dependency-cruiser", "depcruise", ["contract", "server", "client", "e2e"]],
  ["format", "prettier", "prettier", ["--check", "--log-level", "warn", "."]],
  ["unused code and dependencies", "knip", "knip", []],
];

/** Tests that are checks: of the import rules, the schema, the catalogs, the library, the docs and the migrations. */
const CHECKING_TESTS = [
  "server/import-rules.test.ts",
  "server/schema.test.ts",
  "client/i18n/catalogs.test.ts",
  "contract/glossary/glossary.test.ts",
  "server/library/library.test.ts",
  "server/features/docs/docs-content.test.ts",
  "server/migrations/",
];

/**
 * Runs every check, one after the other, also after one has failed; tests may run beside them. Returns the names of those that
 * failed.
 */
export async function runChecks() {
  const failed = [];
  for (const [name, ...command] of CHECKS) {
    const { passed, output } = await runPackage(...command, { capture: true });
    console.log(`\n▸ ${name}: ${passed ? "passed" : "failed"}\n${output}`.trimEnd());
    if (!passed) failed.push(name);
  }
  return failed;
}

export function runCheckingTests() {
  return runTests(["unit", "api"], CHECKING_TESTS);
}

/** The failures in a file: each test with its messages, and the file itself if it could not run. */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${path} > ${test.fullName}\n${test.failureMessages.join("\n")}`);
  return status === "failed" && failed.length === 0 ? [`${path}\n${message}`] : failed;
}

/** Runs the tests of Vitest projects and counts them. */
export async function runTests(projects, filters = []) {
  const folder = mkdtempSync(join(tmpdir(), "polyprompt-results-"));
  const file = join(folder, "results.json");
  try {
    const { passed } = await runPackage("vitest", "vitest", [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...filters,
    ]);
    const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(readFileSync(file, "utf8"));
    const skipped = numTotalTests - numPassedTests - numFailedTests;
    return {
      passed: numPassedTests,
      failures: testResults.flatMap(failuresOf),
      skipped,
      ok: passed && numPassedTests > 0 && skipped === 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
