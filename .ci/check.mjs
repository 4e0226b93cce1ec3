/** `npm run check`: types, lint and boundaries, format, unused code, schema, catalogs, library, docs, migrations. */
import { prepare } from "../server/prepare.mjs";

await prepare();
const { runCheckingTests, runChecks } = await import("./steps.mjs");

const failed = await runChecks();
console.log("\n▸ import rules, schema, catalogs, library, docs, migrations");
if (!(await runCheckingTests()).ok) failed.push("import rules, schema, catalogs, library, docs or migrations");
console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}` : "\nEverything is as it should be.");
process.exit(failed.length > 0 ? 1 : 0);
