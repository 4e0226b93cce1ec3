/** Backs up or restores in a process of its own, run from the sources. Prints its lines, and at the end its largest size in kB. */
import { createServer, createServerModuleRunner } from "vite";

const { command, url, path } = JSON.parse(process.argv[2]);
const vite = await createServer({
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
const { backUp } = await runner.import("/server/backup/backup.ts");
const { openBackup, restore } = await runner.import("/server/backup/restore.ts");
const report = (message) => process.stdout.write(`${message}\n`);
const before = process.resourceUsage().maxRSS;
if (command === "backup") await backUp({ url, path, report });
else await restore({ url, backup: await openBackup(path), report });
report(`grew by ${process.resourceUsage().maxRSS - before} kB`);
process.exit();
