/** Runs TypeScript modules of the server without a build, compiled as in the build. */
import { join } from "node:path";
import { loadConfigFromFile, runnerImport } from "vite";

const root = join(import.meta.dirname, "..");

export async function importTypeScript(path) {
  const loaded = await loadConfigFromFile({ command: "serve", mode: "production" }, join(root, "vite.config.ts"));
  // Texts of mails and GraphQL documents are macros. The other plugins are for the browser bundle.
  const macros = loaded.config.plugins.flat().filter((plugin) => plugin?.name === "polyprompt-babel");
  const { module } = await runnerImport(path, {
    root,
    plugins: macros,
    oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  });
  return module;
}
