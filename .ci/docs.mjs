/** `npm run docs:check` and `npm run docs:stamp -- <locale> [file …]` */
import { importTypeScript } from "./typescript.mjs";

const { report, stamp } = await importTypeScript("/server/features/docs/translations.ts");
const [command, ...args] = process.argv.slice(2);
console.log(command === "stamp" ? stamp(args) : report());
