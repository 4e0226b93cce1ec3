/**
 * `npm test`: runs everything, even on a fresh clone. `npm test -- api server/features/prompt` runs one kind of tests
 * (unit, api or e2e), and of these the files whose path contains what follows.
 */
import { prepare } from "../server/prepare.mjs";

await prepare();
// Imported late: its dependencies may just have been installed.
const { runChecks, runTests } = await import("./steps.mjs");

const [kind, ...filters] = process.argv.slice(2);
// Checks use one core, and so do unit tests.
const checks = kind ? [] : runChecks();
const results = [];
for (const project of kind ? [kind] : ["unit", "api", "e2e"]) {
  console.log(`\n▸ ${project} tests`);
  results.push(await runTests([project], filters));
}
const failedChecks = await checks;

const failures = results.flatMap((result) => result.failures);
// Repeated at the end: the failures are thousands of lines further up.
for (const failure of failures) console.log(`\n✗ ${failure}`);
for (const check of failedChecks) console.log(`\n✗ ${check}`);

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${failures.length + failedChecks.length} failed, ${sum("skipped")} skipped`);
process.exit(failedChecks.length === 0 && results.every((result) => result.ok) ? 0 : 1);
