import { Writable } from "node:stream";
import type { NormalizedCacheObject } from "@apollo/client";
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import { preinit, preloadModule } from "react-dom";
import { renderToPipeableStream } from "react-dom/server";
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

export async function renderDocument({ context, i18n, routing, routes, files }: Rendering): Promise<string> {
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
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(tree, {
      bootstrapModules: [...files.scripts],
      // Otherwise React streams large parts out of order and moves them by inline script, which our CSP forbids.
      progressiveChunkSize: Infinity,
      onAllReady: () => {
        pipe(collect(resolve)).on("error", reject);
      },
      onShellError: reject,
      onError: reject,
    });
  });
}

/** React writes some hundred pieces of it. Kept as they are, they are decoded at once, and pass no other stream. */
function collect(done: (html: string) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    // All of the document is there: nothing is gained by making React wait.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(piece: Buffer, _encoding, written) {
      pieces.push(piece);
      written();
    },
    final(ended) {
      done(Buffer.concat(pieces).toString());
      ended();
    },
  });
}

/** React hoists these into the head. Server only: in the browser they are already there. */
function Files({ files, children }: { files: DocumentFiles; children: ReactNode }) {
  for (const href of files.styles) preinit(href, { as: "style", precedence: "default" });
  for (const href of files.preloads) preloadModule(href, { as: "script" });
  return children;
}
