/** `npm run extension`: builds and zips the browser extension for Chrome and Firefox; PUBLIC_URL and BASE_PATH are the address of the site that it asks. */
import { prepare } from "../server/prepare.mjs";

await prepare();
const { runPackage } = await import("./steps.mjs");

for (const browser of ["chrome", "firefox"]) {
  const { passed } = await runPackage("wxt", "wxt", ["zip", "extension", "--browser", browser]);
  if (!passed) process.exit(1);
}
