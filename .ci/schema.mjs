/** `npm run schema`: writes schema.graphql as the server emits it. */
import { writeFileSync } from "node:fs";
import { importTypeScript } from "./typescript.mjs";

const { emitSchema } = await importTypeScript("/server/schema.ts");
writeFileSync("schema.graphql", emitSchema());
