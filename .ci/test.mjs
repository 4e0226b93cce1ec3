/**
 * `npm test`: everything, complete by itself on a fresh clone. `npm test -- api server/features/prompt` runs one kind of tests
 * (unit, api or e2e), and of these the files whose path contains what follows.
 */
import { prepare } from "../server/prepare.mjs";

await prepare();
// Only now: what it imports may just have been installed.
const { runChecks, runTests } = await import("./steps.mjs");

const [kind, ...filters] = process.argv.slice(2);
const failedChecks = kind ? [] : runChecks();
const results = (kind ? [kind] : ["unit", "api", "e2e"]).map((project) => {
  console.log(`\n▸ ${project} tests`);
  return runTests([project], filters);
});

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const ok = failedChecks.length === 0 && results.every((result) => result.ok);
if (failedChecks.length > 0) console.log(`\nFailed: ${failedChecks.join(", ")}`);
console.log("");
console.log(`${sum("passed")} passed, ${sum("failed") + failedChecks.length} failed, ${sum("skipped")} skipped`);
process.exit(ok ? 0 : 1);
