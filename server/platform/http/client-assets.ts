import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageAssets } from "../../../contract/page-renderer";

/** An entry of Vite's manifest. */
interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  isDynamicEntry?: boolean;
}

type Manifest = Record<string, ManifestChunk>;

export interface ClientAssets {
  /** What pages load. */
  page: PageAssets;
  /** What the GraphQL explorer loads. */
  explorer: PageAssets;
}

const PAGE_ENTRY = "client/runtime/entry.client.tsx";
const EXPLORER_ENTRY = "client/explorer/explorer.tsx";

/** Reads the manifest of the client build. */
export async function readClientAssets(clientDir: string, basePath: string): Promise<ClientAssets> {
  const manifest = JSON.parse(await readFile(join(clientDir, ".vite/manifest.json"), "utf8")) as Manifest;
  const address = (file: string) => `${basePath}/${file}`;
  const filesOf = (source: string) => {
    const chunks = withImports(manifest, source);
    return {
      scripts: chunks.map((chunk) => address(chunk.file)),
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map(address),
    };
  };
  const entry = (source: string): PageAssets => {
    const { scripts, styles } = filesOf(source);
    return { scripts: scripts.slice(0, 1), styles, preloads: scripts.slice(1) };
  };
  const dynamicEntries = Object.keys(manifest).filter((source) => manifest[source]?.isDynamicEntry);
  return {
    page: {
      ...entry(PAGE_ENTRY),
      modules: Object.fromEntries(dynamicEntries.map((source) => [source, filesOf(source)])),
    },
    explorer: entry(EXPLORER_ENTRY),
  };
}

/** A chunk followed by everything it imports, directly or indirectly. */
function withImports(manifest: Manifest, source: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return [];
  seen.add(source);
  return [chunk, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))];
}
