import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { NormalizedCacheObject } from "@apollo/client";
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import { preinit, preloadModule } from "react-dom";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from "react-router-dom";
import { Document } from "./Document";
import type { PageContext } from "./page-context";
import { describeErrors, inlineJson, type PageState } from "./page-state";

export interface DocumentFiles {
  scripts: readonly string[];
  styles: Iterable<string>;
  preloads: Iterable<string>;
}

export interface Rendering {
  context: PageContext;
  i18n: I18n;
  routing: StaticHandlerContext;
  routes: Parameters<typeof createStaticRouter>[0];
  files: DocumentFiles;
}

export async function renderDocument({
  context,
  i18n,
  routing,
  routes,
  files,
}: Rendering): Promise<Uint8Array<ArrayBuffer>> {
  const state: PageState = {
    locale: context.locale,
    basePath: context.basePath,
    publicUrl: context.publicUrl,
    links: context.links,
    apollo: context.apollo.cache.extract() as NormalizedCacheObject,
    loaderData: routing.loaderData,
    errors: describeErrors(routing.errors),
  };
  const router = createStaticRouter(routes, routing);
  const tree = (
    <Files files={files}>
      <Document context={context} i18n={i18n} stateJson={inlineJson(state)}>
        <StaticRouterProvider router={router} context={routing} hydrate={false} />
      </Document>
    </Files>
  );
  return withScripts(await renderWhole(tree), files.scripts);
}

/** Written by React's stream, and not into a string. */
export const DOCTYPE = "<!DOCTYPE html>";

/** What React writes for a boundary that it leaves to the browser. */
const UNFINISHED = "<!--$!-->";

/**
 * As a string: React's stream encodes each of some hundred pieces, and takes half as long again. But in a Suspense boundary
 * `renderToString` waits for nothing and tells no errors. What it could not finish is rendered by the stream, which does both.
 * @returns the document without its `DOCTYPE`
 */
export async function renderWhole(tree: ReactNode): Promise<string> {
  const html = renderToString(tree);
  return html.includes(UNFINISHED) ? (await streamWhole(tree)).slice(DOCTYPE.length) : html;
}

export function streamWhole(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(tree, {
      // Otherwise React streams large parts out of order and moves them by inline script, which our CSP forbids.
      progressiveChunkSize: Infinity,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    });
  });
}

/**
 * Puts the scripts that hydrate where React's stream has them; for a string, React knows none. Encoded, since that is what is sent and
 * kept: strings of this size are slow to copy.
 * @param scripts safe in an attribute, as a base path is
 */
function withScripts(html: string, scripts: readonly string[]): Uint8Array<ArrayBuffer> {
  const preloads = scripts.map((src) => `<link rel="modulepreload" fetchpriority="low" href="${src}"/>`).join("");
  const starts = scripts.map((src) => `<script type="module" src="${src}" async=""></script>`).join("");
  const [headEnd, bodyEnd] = [html.indexOf("</head>"), html.lastIndexOf("</body>")];
  return encode([DOCTYPE, html.slice(0, headEnd), preloads, html.slice(headEnd, bodyEnd), starts, html.slice(bodyEnd)]);
}

function encode(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  const { buffer } = bytes;
  let length = 0;
  for (const part of parts) length += Buffer.from(buffer, length).write(part);
  return bytes;
}

/** React hoists these into the head. Server only: in the browser they are already there. */
function Files({ files, children }: { files: DocumentFiles; children: ReactNode }) {
  for (const href of files.styles) preinit(href, { as: "style", precedence: "default" });
  for (const href of files.preloads) preloadModule(href, { as: "script" });
  return children;
}
