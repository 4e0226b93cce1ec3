import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Editors that take text. */
export const EDITORS = [
  "textarea",
  "input",
  "react-textarea",
  "contenteditable",
  "prosemirror",
  "lexical",
  "slate",
  "codemirror",
  "quill",
  "shadow",
  "frame",
] as const;

/** Where no text may go, or no more than fits. */
export const REFUSING = ["readonly", "password", "limited", "none"] as const;

export type EditorName = (typeof EDITORS)[number] | (typeof REFUSING)[number];

/** A text's lines as an editor keeps them. */
export function linesIn(editor: EditorName, lines: readonly string[]): string {
  // A field of one line has no breaks.
  if (editor === "input") return lines.join(" ");
  // Each line is a paragraph, and an empty one is none.
  if (editor === "prosemirror") return lines.filter((line) => line !== "").join("\n");
  return lines.join("\n");
}

/** How a page begins; by default with "Before after" and the cursor before "after". */
interface StartOptions {
  /** Of one line, or empty. */
  text?: string;
  /** Where the selection begins; with a text of one's own, by default at its end. */
  from?: number;
  /** Where the selection ends; by default it is a cursor. */
  to?: number;
}

interface EditorPages {
  address(editor: EditorName, options?: StartOptions): string;
  stop(): Promise<void>;
}

const SCRIPT_PATH = "/page.js";
const HTML = "text/html; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";

/** The editors' pages, each at its name on a port of its own. */
export async function startEditorPages(): Promise<EditorPages> {
  const contents = new Map([[SCRIPT_PATH, { type: JAVASCRIPT, body: await buildScript() }]]);
  for (const editor of [...EDITORS, ...REFUSING]) contents.set(`/${editor}`, { type: HTML, body: pageOf(editor) });

  const server = createServer((request, response) => {
    const content = contents.get(new URL(request.url ?? "/", "http://localhost").pathname);
    if (content) response.writeHead(200, { "content-type": content.type }).end(content.body);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address(editor, options = {}) {
      const address = new URL(`http://127.0.0.1:${port}/${editor}`);
      for (const [name, value] of Object.entries(options)) address.searchParams.set(name, String(value));
      return address.href;
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    // Vitest's NODE_ENV is "test", for which Vite would take what packages have for development.
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { conditions: ["module", "browser", "production"] },
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("page.tsx", import.meta.url)), formats: ["iife"], name: "page" },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !("output" in bundle)) throw new Error("Vite has built nothing.");
  return bundle.output[0].code;
}

/** The form is a chat's. The icon is there so that the browser asks for none. */
function pageOf(editor: EditorName): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${editor}</title>
    <link rel="icon" href="data:,">
  </head>
  <body data-editor="${editor}">
    <form></form>
    <button type="button">Elsewhere</button>
    <script src="${SCRIPT_PATH}"></script>
  </body>
</html>
`;
}
