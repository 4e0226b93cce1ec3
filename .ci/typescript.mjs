/** Runs TypeScript modules of the server without a build, compiled as the build does it. */
import { runnerImport } from "vite";

export async function importTypeScript(path) {
  const { module } = await runnerImport(path, { oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } } });
  return module;
}
