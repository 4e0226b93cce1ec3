/**
 * `npm start`: from a fresh clone to a running site with one command. It runs the site in this very process, so that signals
 * reach it. Arguments are commands of main.ts (migrate, seed, schema).
 */
import { prepare } from "./prepare.mjs";

await prepare();
// Before anything of React is loaded: it chooses its build by this.
process.env.NODE_ENV = "production";
const { main } = await import(new URL("../dist/server/main.js", import.meta.url).href);
const args = process.argv.slice(2);
// What a command prints belongs to the command alone, as in `npm run -s … > schema.graphql`.
await main(args, args[0] !== "schema");
