/**
 * `npm run docs:pictures`: takes the pictures of the docs from the product, dark and light, into docs-content/images/<locale>.
 *
 *   npm run docs:pictures                       all, in the languages that have docs
 *   npm run docs:pictures -- zh blanks copy     only in these languages, only these pictures
 */
import { prepare } from "../server/prepare.mjs";

await prepare();
const { importTypeScript } = await import("./typescript.mjs");
const { takeDocsPictures } = await importTypeScript("/e2e/docs-pictures.ts");
try {
  await takeDocsPictures(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
