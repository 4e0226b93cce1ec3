/**
 * `npm run shots`: screenshots of every page and state, at three widths, dark and light, in English, Bengali and Arabic.
 *
 *   npm run shots                           into a new temporary folder
 *   npm run shots -- --to ../shots home     into that folder, only states whose name contains one of the words
 */
import { parseArgs } from "node:util";
import { prepare } from "../server/prepare.mjs";

await prepare();
const { importTypeScript } = await import("./typescript.mjs");
const { values, positionals } = parseArgs({ options: { to: { type: "string" } }, allowPositionals: true });
const { takeShots } = await importTypeScript("/e2e/shots.ts");
await takeShots(values.to, positionals);
