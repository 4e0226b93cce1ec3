/** `npm run library:stamp -- <locale> [prompt number or tag …]` */
import { importTypeScript } from "./typescript.mjs";

const { stamp } = await importTypeScript("/server/library/stamp.ts");
console.log(await stamp(process.argv.slice(2)));
