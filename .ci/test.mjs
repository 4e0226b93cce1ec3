/**
 * `npm test`: runs everything, even on a fresh clone. `npm test -- api server/features/prompt` runs one kind of tests
 * (unit, api or e2e), and of these the files whose path contains what follows.
 * `npm run test:deep` is the same with the whole of the long corpora, without the checks.
 */
import { prepare } from "../server/prepare.mjs";

/** A journey that fails is tried once more. So many may pass only then, on a machine that is busy; more is a fault. */
const MAX_FLAKY = 3;

await prepare();
// Imported late: its dependencies may just have been installed.
const { runChecks, runTests } = await import("./steps.mjs");

const isDeep = process.argv[2] === "--deep";
const [kind, ...filters] = process.argv.slice(isDeep ? 3 : 2);
if (isDeep) process.env.DEEP = "1";
const failedChecks = kind || isDeep ? [] : await runChecks();
const results = [];
for (const each of kind ? [kind] : ["unit", "api", "e2e"]) {
  console.log(`\n▸ ${each} tests`);
  results.push(await runTests(each === "unit" ? ["unit", "component"] : [each], filters));
}

const failures = results.flatMap((result) => result.failures);
// Repeated at the end: the failures are thousands of lines further up.
for (const failure of failures) console.log(`\n✗ ${failure}`);
for (const check of failedChecks) console.log(`\n✗ ${check}`);

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${failures.length + failedChecks.length} failed, ${sum("skipped")} skipped`);
const flaky = results.flatMap((result) => result.flaky);
for (const test of flaky) console.log(`\nflaky (passed on the second attempt, mend it): ${test}`);
const tooFlaky = flaky.length > MAX_FLAKY;
if (tooFlaky) console.log(`✗ ${flaky.length} flaky tests, more than ${MAX_FLAKY}`);
process.exit(failedChecks.length === 0 && !tooFlaky && results.every((result) => result.ok) ? 0 : 1);
