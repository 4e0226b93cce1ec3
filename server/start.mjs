/**
 * `npm start`: from a fresh clone to a running site with one command. Runs the site in this process, so that signals reach it.
 * Arguments are commands of main.ts (migrate, seed, schema).
 */
import { prepare } from "./prepare.mjs";

await prepare();
// Must be set before React is loaded, which chooses its build by it.
process.env.NODE_ENV = "production";
const { main } = await import(new URL("../dist/server/main.js", import.meta.url).href);
const args = process.argv.slice(2);
// Standard output must contain nothing but the schema, for `npm run -s … > schema.graphql`.
await main(args, args[0] !== "schema");
