/** What `npm test` and `npm run check` are made of. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A program that a package brings, run by this Node.js: no shell, and the same on every system. */
function packageProgram(name, binary) {
  const manifest = join(root, "node_modules", name, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[binary]);
}

function runPackage(name, binary, args) {
  const { status, error } = spawnSync(process.execPath, [packageProgram(name, binary), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (error) throw error;
  return status === 0;
}

const CHECKS = [
  ["types of GraphQL documents", () => runPackage("@graphql-codegen/cli", "graphql-codegen", ["--silent"])],
  ["types", () => runPackage("typescript", "tsc", ["--noEmit"])],
  ["lint", () => runPackage("eslint", "eslint", ["--max-warnings", "0", "."])],
  ["import rules", () => runPackage("dependency-cruiser", "depcruise", ["contract", "server", "client", "e2e"])],
  ["format", () => runPackage("prettier", "prettier", ["--check", "--log-level", "warn", "."])],
  ["unused code and dependencies", () => runPackage("knip", "knip", [])],
];

/** Tests that are checks: of the import rules, the schema, the catalogs, the library, the docs and the migrations. */
const CHECKING_TESTS = [
  "server/import-rules.test.ts",
  "server/schema.test.ts",
  "client/i18n/catalogs.test.ts",
  "server/library/library.test.ts",
  "server/features/docs/docs-content.test.ts",
  "server/migrations/",
];

/** Runs every check, also after one has failed. Returns the names of those that did. */
export function runChecks() {
  return CHECKS.flatMap(([name, check]) => {
    console.log(`\n▸ ${name}`);
    return check() ? [] : [name];
  });
}

export function runCheckingTests() {
  return runTests(["unit", "api"], CHECKING_TESTS);
}

/** What failed in a file: each test with its messages, and the file itself where it could not be run. */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${path} > ${test.fullName}\n${test.failureMessages.join("\n")}`);
  return status === "failed" && failed.length === 0 ? [`${path}\n${message}`] : failed;
}

/** Runs tests of Vitest projects and counts them. */
export function runTests(projects, filters = []) {
  const folder = mkdtempSync(join(tmpdir(), "polyprompt-results-"));
  const file = join(folder, "results.json");
  try {
    const passed = runPackage("vitest", "vitest", [
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
