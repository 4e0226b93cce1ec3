import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root";

/** The version of the site, such as "0.2.0". */
export const RELEASE = (JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")) as { version: string })
  .version;
