/** `npm run check`: types, lint and boundaries, format, unused code, schema, catalogs, library, docs, migrations. */
import { prepare } from "../server/prepare.mjs";

await prepare();
const { runCheckingTests, runChecks } = await import("./steps.mjs");

const failed = runChecks();
console.log("\n▸ schema, catalogs, library, docs, migrations");
if (!runCheckingTests().ok) failed.push("schema, catalogs, library, docs or migrations");
console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}` : "\nEverything is as it should be.");
process.exit(failed.length > 0 ? 1 : 0);
