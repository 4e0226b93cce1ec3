import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type Zippable, zip } from "fflate";
import type { FastifyInstance } from "fastify";
import { EXTENSION_BROWSERS, extensionPath } from "../../../contract/extension";

interface ExtensionOptions {
  /** The build, with a folder for each browser. */
  folder: string;
  /** The site's address without a trailing slash. */
  publicUrl: string;
}

/** Serves the browser extension for manual installation. It then asks this site, as it was downloaded here. */
export function extensionRoutes(site: FastifyInstance, { folder, publicUrl }: ExtensionOptions): void {
  for (const browser of EXTENSION_BROWSERS) {
    let archive: Promise<Uint8Array> | undefined;
    site.get(extensionPath(browser), async (_request, reply) => {
      archive ??= zipExtension(join(folder, browser), publicUrl);
      return reply
        .type("application/zip")
        .header("cache-control", "public, max-age=3600")
        .send(await archive);
    });
  }
}

async function zipExtension(folder: string, publicUrl: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents: Zippable = {};
  for (const file of files) contents[relative(folder, file).replaceAll(sep, "/")] = await readFile(file);
  contents["site.json"] = Buffer.from(JSON.stringify({ site: publicUrl }));
  return new Promise((resolve, reject) => zip(contents, (error, data) => (error ? reject(error) : resolve(data))));
}
